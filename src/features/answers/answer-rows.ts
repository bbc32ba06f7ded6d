import { storedTime } from '../../stores/clickhouse-sql.ts'
import type { AnswerLine } from './answer-line.ts'
import type { Reading } from './read-answer.ts'

/**
 * Some columns of a row as the inside of a JSON object, so that rows can be put together where the batch’s number is
 * known without writing the answer once more.
 */
export type Columns = string

const columns = (values: object): Columns => JSON.stringify(values).slice(1, -1)

/** A row in JSONEachRow form. */
export const row = (...parts: readonly Columns[]) => `{${parts.join(',')}}`

/** Where a row belongs. */
export const placeColumns = (place: {
  brand_id: string
  version?: number
  seq?: number
  prompt?: number
}): Columns => columns(place)

/** What an answer’s rows have in common in both tables. */
export const sharedColumns = (line: Pick<AnswerLine, 'answerId' | 'engine' | 'country' | 'executedAt'>) =>
  columns({
    answer_id: line.answerId,
    engine: line.engine,
    country: line.country,
    executed_at: storedTime(line.executedAt),
  })

/** What only `answers` holds. */
export const answerColumns = (line: AnswerLine) =>
  columns({
    source_id: line.sourceId,
    model: line.model,
    answer: line.answer,
    'given_citations.url': line.citations.map((citation) => citation.url),
    'given_citations.title': line.citations.map((citation) => citation.title ?? ''),
    search_queries: line.searchQueries,
  })

/** What only `readings` holds. */
export const readingColumns = ({ mentions, citations }: Reading) =>
  columns({
    'mentions.entity': mentions.map((mention) => mention.entity),
    'mentions.count': mentions.map((mention) => Math.min(mention.count, 65_535)),
    'mentions.offset': mentions.map((mention) => mention.offset),
    'mentions.sentiment': mentions.map((mention) => mention.sentiment),
    'citations.url': citations.map((citation) => citation.url),
    'citations.domain': citations.map((citation) => citation.domain),
    'citations.title': citations.map((citation) => citation.title),
  })
