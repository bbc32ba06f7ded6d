import { LRUCache } from 'lru-cache'
import type { Config } from '../../kernel/config.ts'
import { engineFinder } from '../engines/index.ts'
import { type AnswerLine, parseAnswerLine } from './answer-line.ts'
import { answerColumns, type Columns, readingColumns, sharedColumns } from './answer-rows.ts'
import { type AnswerReader, createAnswerReader, type Reading } from './read-answer.ts'
import type { ReadEntity } from './tables.ts'

/** A version of a brand's reading config. */
export interface ReadingConfig {
  brandId: string
  version: number
  entities: readonly ReadEntity[]
}

interface ReadTask {
  config: ReadingConfig
  /** Whether sentiments are judged once more, so that readings are needed and not their columns. */
  judged: boolean
}

/** What is read from an answer. */
export interface ReadAnswer {
  answerId: string
  reading: Columns | Reading
}

/** A line of an answers file with all that storing it needs. */
export interface ReadLine extends ReadAnswer, Pick<AnswerLine, 'prompt' | 'topic' | 'tags' | 'country'> {
  /** The UTC day of its execution. */
  day: string
  shared: Columns
  answer: Columns
}

export interface ReadLinesTask extends ReadTask {
  engines: Config['ENGINES']
  retainedSince: Date | undefined
  lines: readonly string[]
}

export interface RejectedLine {
  problem: string
}

/** Reads lines of an answers file, each on its own: a bad one becomes the reason for its rejection. */
export function readLines({
  config,
  judged,
  engines,
  retainedSince,
  lines,
}: ReadLinesTask): (ReadLine | RejectedLine)[] {
  const read = readerOf(config)
  const findEngine = engineFinder({ ENGINES: engines })
  return lines.map((text) => {
    let line: AnswerLine
    try {
      line = parseAnswerLine(config.brandId, text, findEngine, retainedSince)
    } catch (error) {
      return { problem: (error as Error).message }
    }
    const { answerId, prompt, topic, tags, country } = line
    const reading = result(read(line.answer, line.citations), judged)
    const rows = { shared: sharedColumns(line), answer: answerColumns(line) }
    const day = line.executedAt.toISOString().slice(0, 10)
    return { answerId, prompt, topic, tags, country, day, ...rows, reading }
  })
}

/** A row of `answers` as far as reading needs it. */
export interface StoredAnswer {
  answer_id: string
  answer: string
  urls: string[]
  titles: string[]
}

export interface ReadStoredTask extends ReadTask {
  /** Rows of `StoredAnswer` in JSONEachRow form, with whatever other columns. */
  rows: readonly string[]
}

export interface ReadStoredAnswer extends ReadAnswer {
  /** All other columns of its row. */
  shared: Columns
}

export function readStored({ config, judged, rows }: ReadStoredTask): ReadStoredAnswer[] {
  const read = readerOf(config)
  return rows.map((row) => {
    const { answer, urls, titles, ...others } = JSON.parse(row) as StoredAnswer
    const given = urls.map((url, index) => ({ url, title: titles[index] ?? '' }))
    const reading = result(read(answer, given), judged)
    return { answerId: others.answer_id, shared: JSON.stringify(others).slice(1, -1), reading }
  })
}

const result = (reading: Reading, judged: boolean) => (judged ? reading : readingColumns(reading))

const maxReaderThreads = 16
const readers = new LRUCache<string, AnswerReader>({ max: maxReaderThreads })

/** Compiling a brand's names takes longer than reading some answers, so the newest few are kept. */
function readerOf({ entities }: ReadingConfig): AnswerReader {
  const key = JSON.stringify(entities)
  const known = readers.get(key) ?? createAnswerReader(entities)
  readers.set(key, known)
  return known
}
