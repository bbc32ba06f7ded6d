import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { emitImportCompleted } from '../../kernel/import-completed.ts'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { type Line, readLines } from '../../lib/lines.ts'
import { responseFormats } from '../../lib/providers/providers.ts'
import { type AnswerReaders, createAnswerReaders, readerThreads } from './answer-readers.ts'
import { type LineToStore, readingVersion, storeAnswers } from './store-answers.ts'

/** Limits per batch: large enough to keep both databases busy, small enough to bound memory. */
const batchAnswers = 2000
const batchBytes = 16_000_000
/** Limits per thread task. */
const chunkLines = 200
const chunkBytes = 1_000_000
const maxLineBytes = 16_000_000

export const importAnswers = defineOperation({
  ...forEditors,
  name: 'import-answers',
  summary: 'Import a file of AI answers (JSON Lines, plain, gzip or zstd)',
  description:
    'One answer per line. Required: prompt, engine, executed_at (RFC 3339), answer (Markdown). Optional: id, country, topic ' +
    '("Parent / Child"), tags, model, citations ([{url, title, position, start, end, kind}]), search_queries, surface, ' +
    'source, requested_model, search, outcome, location, language, replicate, cost_usd, latency_ms. Instead of answer, a ' +
    'line can have response (the raw response of a provider) and format; omit engine if these determine it. Invalid ' +
    'lines are rejected with their number and the reason; the rest is imported. Answers that are already stored count as ' +
    'duplicates and change nothing, so you can import a file again at any time.',
  takesFile: true,
  isRecorded: true,
  fields: {
    format: z
      .enum(['sightline', ...responseFormats])
      .default('sightline')
      .describe('Default format of responses.'),
  },
  data: z.object({
    imported: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    first_rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
  isBad: ({ imported, duplicates, rejected }) => rejected > 0 && imported + duplicates === 0,
  async run({ ctx: { services, brand }, input: { format }, file, progress, signal }) {
    const counts = { imported: 0, duplicates: 0 }
    const fileLines = readLines(file, { maxLineBytes, signal })
    const defaultFormat = format === 'sightline' ? undefined : format
    const readers = createAnswerReaders(services, brand.id, defaultFormat)
    let batch: LineToStore[] = []
    let storing = Promise.resolve()

    async function store(lines: LineToStore[]): Promise<void> {
      const stored = lines.length === 0 ? 0 : await storeAnswers(services, brand.id, lines, readers)
      counts.imported += stored
      counts.duplicates += lines.length - stored
      progress(counts.imported + counts.duplicates + fileLines.rejections().count, undefined, 'answers')
    }

    function collect(lines: readonly LineOutcome[]): void {
      for (const line of lines) {
        if ('isRepeated' in line) counts.duplicates += 1
        else if ('read' in line) batch.push(line)
        else fileLines.reject(line.number, line.problem, line.bytes)
      }
    }

    try {
      // Writes one batch while reading the next.
      for await (const lines of readAhead(services, brand.id, readers, fileLines)) {
        signal.throwIfAborted()
        collect(lines)
        if (batch.length < batchAnswers && sizeOf(batch) < batchBytes) continue
        await storing
        storing = store(batch)
        storing.catch(() => {})
        batch = []
      }
    } finally {
      await storing
    }
    await store(batch)
    const { count: rejected, first: first_rejections } = fileLines.rejections()
    const emitEvents = emitImportCompleted(services, brand, { of: 'answers', ...counts, rejected })
    return { data: { ...counts, rejected, first_rejections }, emitEvents }
  },
})

type LineOutcome = LineToStore | { isRepeated: true } | { number: number; problem: string; bytes: number }

/** Yields the outcomes of a file's lines in order, and reads some chunks ahead in worker threads. */
async function* readAhead(
  services: Services,
  brandId: string,
  readers: AnswerReaders,
  lines: AsyncIterable<Line>,
): AsyncGenerator<LineOutcome[]> {
  const ahead: Promise<LineOutcome[]>[] = []
  let failure: unknown
  try {
    for await (const chunk of chunks(lines)) {
      const read = readChunk(readers, await readingVersion(services, brandId), chunk)
      // Prevents an unhandled rejection if an earlier chunk fails before this one is awaited.
      read.catch(() => {})
      ahead.push(read)
      if (ahead.length > readerThreads) yield (await ahead.shift()) as LineOutcome[]
    }
  } catch (error) {
    failure = error
  }
  for (const read of ahead) yield await read
  if (failure !== undefined) throw failure
}

async function readChunk(readers: AnswerReaders, version: number, lines: readonly Line[]): Promise<LineOutcome[]> {
  // Reads each text once: a file that repeats one line compresses to very little.
  const texts = [...new Set(lines.flatMap((line) => ('text' in line ? [line.text] : [])))]
  const outcomes = await readers.readLines(version, texts)
  const outcomeOf = new Map(texts.map((text, index) => [text, outcomes[index]]))
  const seen = new Set<string>()
  return lines.map((line) => {
    if ('problem' in line) return { ...line, bytes: 0 }
    const { number, text } = line
    const read = outcomeOf.get(text) as (typeof outcomes)[number]
    if ('problem' in read) return { number, problem: read.problem, bytes: text.length }
    if (seen.has(text)) return { isRepeated: true }
    seen.add(text)
    return { text, version, read }
  })
}

const sizeOf = (lines: readonly LineToStore[]) => lines.reduce((sum, { text }) => sum + text.length, 0)

async function* chunks(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let chunk: Line[] = []
  let bytes = 0
  for await (const line of lines) {
    chunk.push(line)
    bytes += 'text' in line ? line.text.length : 0
    if (chunk.length < chunkLines && bytes < chunkBytes) continue
    yield chunk
    chunk = []
    bytes = 0
  }
  if (chunk.length > 0) yield chunk
}
