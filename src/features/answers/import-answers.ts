import { z } from 'zod'
import { readLines } from '../../core/lines.ts'
import { defineOperation } from '../../core/operation.ts'
import { engineFinder } from '../engines/index.ts'
import { type AnswerLine, parseAnswerLine } from './answer-line.ts'
import { createBrandReaders } from './brand-reader.ts'
import { storeAnswers } from './store-answers.ts'

/** Answers stored at once: enough to keep both stores busy, few enough for flat memory. */
const batchAnswers = 2000
const batchBytes = 16_000_000
const longestLineBytes = 16_000_000
const shownRejections = 20

export const importAnswers = defineOperation({
  name: 'import-answers',
  summary: 'Import a file of AI answers (JSON Lines, plain or gzip)',
  description:
    'One answer a line. Required: prompt, engine, executed_at (RFC 3339), answer (Markdown). Optional: id, country, topic ' +
    '("Parent / Child"), tags, model, citations ([{url, title}]), search_queries. Lines that do not fit are rejected with ' +
    'their number and the reason, the rest goes in. An answer that is stored already is a duplicate and changes nothing, ' +
    'so a file can be imported again at any time.',
  on: 'brand',
  access: 'operator',
  takesFile: true,
  fields: {},
  data: z.object({
    imported: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    first_rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
  async run({ ctx: { services, brand }, file, progress }) {
    const findEngine = engineFinder(services.config)
    const readerOf = createBrandReaders(services)
    const counts = { imported: 0, duplicates: 0, rejected: 0 }
    const rejections: { line: number; reason: string }[] = []
    let batch: AnswerLine[] = []
    let bytes = 0

    async function store(): Promise<void> {
      if (batch.length === 0) return
      const stored = await storeAnswers(services, brand.id, batch, readerOf)
      counts.imported += stored
      counts.duplicates += batch.length - stored
      batch = []
      bytes = 0
      progress(counts.imported + counts.duplicates + counts.rejected, undefined, 'answers')
    }

    for await (const line of readLines(file, longestLineBytes)) {
      try {
        if ('problem' in line) throw new Error(line.problem)
        batch.push(parseAnswerLine(brand.id, line.text, findEngine))
        bytes += line.text.length
      } catch (error) {
        counts.rejected += 1
        if (rejections.length < shownRejections)
          rejections.push({ line: line.number, reason: (error as Error).message })
      }
      if (batch.length >= batchAnswers || bytes >= batchBytes) await store()
    }
    await store()
    return { data: { ...counts, first_rejections: rejections } }
  },
})
