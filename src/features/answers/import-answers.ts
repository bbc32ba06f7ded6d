import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { emitImportCompleted } from '../../kernel/import-completed.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { type Line, readLines } from '../../lib/lines.ts'
import { responseFormats } from '../../lib/providers/provider-answer.ts'
import { type AnswerReaders, createAnswerReaders, readerThreads } from './answer-readers.ts'
import { type LineToStore, readingVersion, storeAnswers } from './store-answers.ts'

/** Answers stored at once: enough to keep both stores busy, few enough for flat memory. */
const batchAnswers = 2000
const batchBytes = 16_000_000
/** Lines read at once in one thread. */
const chunkLines = 200
const chunkBytes = 1_000_000
const maxLineBytes = 16_000_000

export const importAnswers = defineOperation({
  name: 'import-answers',
  summary: 'Import a file of AI answers (JSON Lines, plain, gzip or zstd)',
  description:
    'One answer a line. Required: prompt, engine, executed_at (RFC 3339), answer (Markdown). Optional: id, country, topic ' +
    '("Parent / Child"), tags, model, citations ([{url, title, position, start, end, kind}]), search_queries, surface, ' +
    'source, requested_model, search, outcome, location, language, replicate, cost_usd, latency_ms. In place of answer a ' +
    'line may carry response, the raw body of a provider, and its format; engine may be left out where these tell it. Lines ' +
    'that do not fit are rejected with their number and the reason, the rest goes in. An answer that is stored already is ' +
    'a duplicate and changes nothing, so a file can be imported again at any time.',
  on: 'brand',
  access: 'operator',
  role: 'editor',
  takesFile: true,
  isRecorded: true,
  fields: {
    format: z
      .enum(['sightline', ...responseFormats])
      .default('sightline')
      .describe('Format of the responses whose lines do not name it'),
  },
  data: z.object({
    imported: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    first_rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
  async run({ ctx: { services, brand }, input: { format }, file, progress, signal }) {
    const counts = { imported: 0, duplicates: 0 }
    const fileLines = readLines(file, { maxLineBytes, signal })
    const usual = format === 'sightline' ? undefined : format
    const readers = createAnswerReaders(services, brand.id, usual)
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
      // One batch is written while the lines of the next are read.
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
    const tell = emitImportCompleted(services, brand, { of: 'answers', ...counts, rejected })
    return { data: { ...counts, rejected, first_rejections }, emitEvents: tell }
  },
})

type LineOutcome = LineToStore | { isRepeated: true } | { number: number; problem: string; bytes: number }

/** The outcomes of a file's lines in their order, read in other threads some chunks ahead, also of one that breaks off. */
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
      // Awaited in its turn, which a failure of one before it may keep from coming.
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

async function readChunk(
  readers: AnswerReaders,
  version: number,
  lines: readonly Line[],
): Promise<LineOutcome[]> {
  // A file that repeats one line is small when packed. Each text is read and stored once.
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
