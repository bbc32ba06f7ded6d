import { LRUCache } from 'lru-cache'
import type { Config } from '../../kernel/config.ts'
import type { ResponseFormat } from '../../lib/providers/provider-answer.ts'
import { readResponse } from '../../lib/providers/read-response.ts'
import { engineFinder } from '../engines/index.ts'
import { type AnswerContent, contentOf, type GivenContent } from './answer-content.ts'
import { type AnswerLine, parseAnswerLine } from './answer-line.ts'
import {
  answerColumns,
  type Columns,
  type ContentRow,
  columns,
  contentOfRow,
  rawColumns,
  readingColumns,
  sharedColumns,
} from './answer-rows.ts'
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
  /** The model that its reading holds. */
  model: Columns
  /** Undefined where there is no answer to read. */
  reading: Columns | Reading | undefined
}

/** A line of an answers file with all that storing it needs. */
export interface ReadLine extends ReadAnswer, Pick<AnswerLine, 'prompt' | 'topic' | 'tags' | 'country'> {
  /** The UTC day of its execution. */
  day: string
  shared: Columns
  answer: Columns
  /** Of `raw_responses`; undefined where it came with no raw body, or that is too old to be kept. */
  raw: Columns | undefined
}

export interface ReadLinesTask extends ReadTask {
  engines: Config['ENGINES']
  format: ResponseFormat | undefined
  retainedSince: Date | undefined
  rawRetainedSince: Date | undefined
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
  format,
  retainedSince,
  rawRetainedSince,
  lines,
}: ReadLinesTask): (ReadLine | RejectedLine)[] {
  const read = readerOf(config)
  const rules = {
    brandId: config.brandId,
    findEngine: engineFinder({ ENGINES: engines }),
    format,
    retainedSince,
  }
  return lines.map((text) => {
    let line: AnswerLine
    try {
      line = parseAnswerLine(text, rules)
    } catch (error) {
      return { problem: (error as Error).message }
    }
    const { answerId, prompt, topic, tags, country, executedAt, content } = line
    const isRawKept = rawRetainedSince === undefined || executedAt >= rawRetainedSince
    return {
      answerId,
      prompt,
      topic,
      tags,
      country,
      day: executedAt.toISOString().slice(0, 10),
      shared: sharedColumns(line),
      model: columns({ model: content.model }),
      answer: answerColumns(line.sourceId, content),
      raw: line.raw !== undefined && isRawKept ? rawColumns(line, line.raw) : undefined,
      reading: readContent(read, content, judged),
    }
  })
}

/** A row of `answers` as far as reading needs it. */
export interface StoredAnswer {
  answer_id: string
  model: string
  answer: string
  /** Of the pages that came with it as cited. */
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
  /** What its raw body says today, where that is not what is stored. */
  revised?: Columns | undefined
}

export function readStored({ config, judged, rows }: ReadStoredTask): ReadStoredAnswer[] {
  const read = readerOf(config)
  return rows.map((row) => {
    const { model, answer, urls, titles, ...others } = JSON.parse(row) as StoredAnswer
    const given = urls.map((url, index) => ({ url, title: titles[index] ?? '' }))
    const reading = result(read(answer, given), judged)
    return { answerId: others.answer_id, shared: columns(others), model: columns({ model }), reading }
  })
}

/** A row of `answers` with its raw body. */
export interface StoredWithRaw extends ContentRow {
  answer_id: string
  seq: number
  prompt: number
  engine: string
  country: string
  executed_at: string
  source_id: string
  /** Empty where no raw body is kept. */
  format: ResponseFormat | ''
  line: string
  body: string
}

/**
 * Reads answers as their raw bodies are read today.
 * @param task rows of `StoredWithRaw` in JSONEachRow form
 */
export function readRaw({ config, judged, rows }: ReadStoredTask): ReadStoredAnswer[] {
  const read = readerOf(config)
  return rows.map((row) => {
    const stored = JSON.parse(row) as StoredWithRaw
    const { answer_id, seq, prompt, engine, country, executed_at, source_id } = stored
    const before = contentOfRow(stored)
    const now = contentToday(stored) ?? before
    const written = answerColumns(source_id, now)
    return {
      answerId: answer_id,
      shared: columns({ answer_id, seq, prompt, engine, country, executed_at }),
      model: columns({ model: now.model }),
      reading: readContent(read, now, judged),
      revised: written === answerColumns(source_id, before) ? undefined : written,
    }
  })
}

/** Undefined where there is no raw body, or today's reading of it does not fit what its line says. */
function contentToday({ format, line, body }: StoredWithRaw): AnswerContent | undefined {
  if (format === '') return undefined
  try {
    return contentOf(JSON.parse(line) as GivenContent, readResponse(format, body))
  } catch {
    return undefined
  }
}

/** Only an answer has a reading; pages that were only consulted are none that it cites. */
function readContent(read: AnswerReader, { outcome, answer, citations }: AnswerContent, judged: boolean) {
  if (outcome !== 'answered') return undefined
  const cited = citations.filter(({ kind }) => kind === 'cited')
  return result(read(answer, cited), judged)
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
