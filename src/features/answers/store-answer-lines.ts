import type { Services } from '../../kernel/context.ts'
import { readResponse } from '../../lib/providers/read-response.ts'
import { createAnswerReaders } from './answer-readers.ts'
import { storeAnswers } from './store-answers.ts'
// TEMPORARY
export async function storeAnswerLines(services: Services, brandId: string, lines: string[]) {
  const texts = lines.map((line) => {
    const { response, format, prompt, engine, country, executed_at, id } = JSON.parse(line)
    const { text } = readResponse(format, response)
    return JSON.stringify({ prompt, engine, country, executed_at, id, answer: text || 'none' })
  })
  const readers = createAnswerReaders(services, brandId)
  const brand = await services.db
    .selectFrom('brands')
    .select('reading_version')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  const version = brand.reading_version
  const read = await readers.readLines(version, texts)
  const rejected: { line: number; reason: string }[] = []
  const good = read.flatMap((r, i) => {
    if ('problem' in r) {
      rejected.push({ line: i + 1, reason: r.problem })
      return []
    }
    return [{ text: texts[i] as string, version, read: r }]
  })
  const stored = good.length === 0 ? 0 : await storeAnswers(services, brandId, good, readers)
  return { stored, duplicates: good.length - stored, rejected }
}
