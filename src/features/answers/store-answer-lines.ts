import type { Services } from '../../kernel/context.ts'
import { createAnswerReaders } from './answer-readers.ts'
import { type LineToStore, readingVersion, storeAnswers } from './store-answers.ts'

/** Lines read at once in one thread. */
const chunkLines = 100

export interface StoredLines {
  /** How many were new. */
  stored: number
  /** How many were stored already, or stand among the lines twice. */
  duplicates: number
  /** Those that do not fit; lines count from 1. */
  rejected: { line: number; reason: string }[]
}

/**
 * Stores lines of an answers file as one batch: all that fit or none, and each answer once. All are held in memory: about
 * 16 MB of them are enough for one batch.
 * @param lines JSON without line breaks, as in an answers file
 * @throws ApiError not_found where the brand has been deleted
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
