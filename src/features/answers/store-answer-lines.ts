import type { Services } from '../../kernel/context.ts'
import { createAnswerReaders } from './answer-readers.ts'
import { type LineToStore, readingVersion, storeAnswers } from './store-answers.ts'

/** Lines per thread task. */
const chunkLines = 100

export interface StoredLines {
  stored: number
  /** Lines already stored, or repeated among the lines. */
  duplicates: number
  /** Invalid lines, numbered from 1. */
  rejected: { line: number; reason: string }[]
}

/**
 * Stores lines of an answers file as one batch: all valid ones or none, and each answer once. Holds them in
 * memory, so pass at most about 16 MB.
 * @param lines JSON without line breaks
 * @throws ApiError not_found if the brand was deleted
 */
export async function storeAnswerLines(
  services: Services,
  brandId: string,
  lines: readonly string[],
): Promise<StoredLines> {
  const readers = createAnswerReaders(services, brandId)
  const version = await readingVersion(services, brandId)
  const chunks = Array.from({ length: Math.ceil(lines.length / chunkLines) }, (_, chunk) =>
    readers.readLines(version, lines.slice(chunk * chunkLines, (chunk + 1) * chunkLines)),
  )
  const outcomes = (await Promise.all(chunks)).flat()
  const toStore: LineToStore[] = []
  const rejected: StoredLines['rejected'] = []
  outcomes.forEach((read, index) => {
    if ('problem' in read) rejected.push({ line: index + 1, reason: read.problem })
    else toStore.push({ text: lines[index] as string, version, read })
  })
  const stored = toStore.length === 0 ? 0 : await storeAnswers(services, brandId, toStore, readers)
  return { stored, duplicates: toStore.length - stored, rejected }
}
