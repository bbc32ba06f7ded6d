import '../../lib/threads/lower-priority.ts'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../kernel/config.ts'
import type { ResponseFormat } from '../../lib/providers/providers.ts'
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

export interface ReadingConfig {
  brandId: string
  version: number
  entities: readonly ReadEntity[]
}

interface ReadTask {
  config: ReadingConfig
  /** Whether a model judges sentiments later, so that readings are returned instead of columns. */
  judged: boolean
}

export interface ReadAnswer {
  answerId: string
  /** Column of the model that answered. */
  model: Columns
  /** Undefined without an answer. */
  reading: Columns | Reading | undefined
}

/** A line of an answers file, ready to store. */
export interface ReadLine extends ReadAnswer, Pick<AnswerLine, 'prompt' | 'topic' | 'tags' | 'country'> {
  /** UTC day of the execution. */
  day: string
  shared: Columns
  answer: Columns
  /** Columns of `raw_responses`. Undefined without a raw response, or if it is past its retention. */
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

/** Reads lines of an answers file. An invalid line yields a reason instead of failing the rest. */
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

/** The columns of `answers` that reading needs. */
export interface StoredAnswer {
  answer_id: string
  model: string
  answer: string
  /** The cited pages that came with the answer. */
  urls: string[]
  titles: string[]
}

export interface ReadStoredTask extends ReadTask {
  /** `StoredAnswer` rows in JSONEachRow form; other columns pass through. */
  rows: readonly string[]
}

export interface ReadStoredAnswer extends ReadAnswer {
  shared: Columns
  /** Columns of the reparsed raw response, if they differ from the stored ones. */
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

/** A row of `answers` with its raw response. */
export interface StoredWithRaw extends ContentRow {
  answer_id: string
  seq: number
  prompt: number
  engine: string
  country: string
  executed_at: string
  source_id: string
  /** Empty without a raw response. */
  format: ResponseFormat | ''
  line: string
  body: string
}

/**
 * Reads answers with the current parsers of raw responses.
 * @param task `StoredWithRaw` rows in JSONEachRow form
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

/** Undefined without a raw response, or if its current parsing conflicts with the line. */
function contentToday({ format, line, body }: StoredWithRaw): AnswerContent | undefined {
  if (format === '') return undefined
  try {
    return contentOf(JSON.parse(line) as GivenContent, readResponse(format, body))
  } catch {
    return undefined
  }
}

/** Only answers have a reading. Consulted pages do not count as citations. */
function readContent(read: AnswerReader, { outcome, answer, citations }: AnswerContent, judged: boolean) {
  if (outcome !== 'answered') return undefined
  const cited = citations.filter(({ kind }) => kind === 'cited')
  return result(read(answer, cited), judged)
}

const result = (reading: Reading, judged: boolean) => (judged ? reading : readingColumns(reading))

const maxReaderThreads = 16
const readers = new LRUCache<string, AnswerReader>({ max: maxReaderThreads })

/** Caches recent readers: compiling a brand's names takes longer than reading a few answers. */
function readerOf({ entities }: ReadingConfig): AnswerReader {
  const key = JSON.stringify(entities)
  const known = readers.get(key) ?? createAnswerReader(entities)
  readers.set(key, known)
  return known
}
