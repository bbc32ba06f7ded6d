import { type Sql, sql, storedTime } from '../../stores/clickhouse-sql.ts'
import type { AnswerContent } from './answer-content.ts'
import type { AnswerLine, RawResponse } from './answer-line.ts'
import type { Reading } from './read-answer.ts'

/**
 * Some columns of a row as the inside of a JSON object, so that a row can be completed with its batch number
 * without serializing the answer again.
 */
export type Columns = string

export const columns = (values: object): Columns => JSON.stringify(values).slice(1, -1)

export const row = (...parts: readonly Columns[]) => `{${parts.join(',')}}`

export const placeColumns = (place: {
  brand_id: string
  version?: number
  seq?: number
  prompt?: number
  answer_id?: string
  revision?: number
}): Columns => columns(place)

/** Columns that `answers` and `readings` share. */
export const sharedColumns = (line: Pick<AnswerLine, 'answerId' | 'engine' | 'country' | 'executedAt'>) =>
  columns({
    answer_id: line.answerId,
    engine: line.engine,
    country: line.country,
    executed_at: storedTime(line.executedAt),
  })

/** Columns of `answers` only. Omits unknown values, for the table's defaults. */
export const answerColumns = (sourceId: string, content: AnswerContent) =>
  columns({
    source_id: sourceId,
    model: content.model,
    answer: content.answer,
    'given_citations.url': content.citations.map(({ url }) => url),
    'given_citations.title': content.citations.map(({ title }) => title),
    search_queries: content.searchQueries,
    ...origin(content),
    ...outcome(content),
    ...places(content),
    ...offers(content),
  })

const origin = (content: AnswerContent) => ({
  surface: unlessUnknown(content.surface),
  search: unlessUnknown(content.search),
  source: content.source || undefined,
  requested_model: content.requestedModel || undefined,
  location: content.location || undefined,
  language: content.language || undefined,
  replicate: content.replicate ?? undefined,
  cost_usd: content.costUsd ?? undefined,
  latency_ms: content.latencyMs ?? undefined,
})

const unlessUnknown = (value: string) => (value === 'unknown' ? undefined : value)

const outcome = ({ outcome, reason, truncated, refused }: AnswerContent) => ({
  outcome: outcome === 'answered' ? undefined : outcome,
  reason: reason || undefined,
  truncated: truncated || undefined,
  refused: refused || undefined,
})

/** New rows must set all lists of citations to the same length; the table fills them only for older rows. */
const places = ({ citations }: AnswerContent) =>
  citations.length === 0
    ? {}
    : {
        'given_citations.position': citations.map(({ position }) => position ?? 0),
        'given_citations.start': citations.map(({ start }) => start ?? 0),
        'given_citations.end': citations.map(({ end }) => end ?? 0),
        'given_citations.kind': citations.map(({ kind }) => kind),
      }

const offers = ({ products, ads }: AnswerContent) => ({
  products: products.length === 0 ? undefined : JSON.stringify(products),
  ads: ads.length === 0 ? undefined : JSON.stringify(ads),
})

export const contentColumns: Sql = sql`model, answer, search_queries, outcome, reason, truncated, refused, surface, search, source,
  requested_model, location, language, replicate, cost_usd,
  latency_ms, given_citations.url AS urls, given_citations.title AS titles, given_citations.position AS positions,
  given_citations.start AS starts, given_citations.end AS ends, given_citations.kind AS kinds, products, ads`

export interface ContentRow
  extends Pick<
    AnswerContent,
    | 'model'
    | 'answer'
    | 'outcome'
    | 'reason'
    | 'truncated'
    | 'refused'
    | 'surface'
    | 'search'
    | 'source'
    | 'location'
    | 'language'
  > {
  search_queries: string[]
  requested_model: string
  replicate: number
  cost_usd: number | null
  latency_ms: number | null
  urls: string[]
  titles: string[]
  positions: number[]
  starts: number[]
  ends: number[]
  kinds: AnswerContent['citations'][number]['kind'][]
  products: string
  ads: string
}

/** The inverse of `answerColumns`. */
export const contentOfRow = (row: ContentRow): AnswerContent => ({
  outcome: row.outcome,
  reason: row.reason,
  answer: row.answer,
  truncated: row.truncated,
  refused: row.refused,
  citations: row.urls.map((url, index) => ({
    url,
    title: row.titles[index] as string,
    position: row.positions[index] || null,
    ...placeOf(row.starts[index] as number, row.ends[index] as number),
    kind: row.kinds[index] as AnswerContent['citations'][number]['kind'],
  })),
  searchQueries: row.search_queries,
  model: row.model,
  requestedModel: row.requested_model,
  surface: row.surface,
  search: row.search,
  source: row.source,
  location: row.location,
  language: row.language,
  replicate: row.replicate || null,
  costUsd: row.cost_usd,
  latencyMs: row.latency_ms,
  products: listOf(row.products),
  ads: listOf(row.ads),
})

const placeOf = (start: number, end: number) => (end === 0 ? { start: null, end: null } : { start, end })

const listOf = <T>(json: string): T[] => (json === '' ? [] : (JSON.parse(json) as T[]))

export const rawColumns = (line: Pick<AnswerLine, 'answerId' | 'executedAt'>, raw: RawResponse) =>
  columns({
    answer_id: line.answerId,
    executed_at: storedTime(line.executedAt),
    format: raw.format,
    line: JSON.stringify(raw.given),
    body: raw.body,
  })

/** Columns of `readings` only. */
export const readingColumns = ({ mentions, citations }: Reading) =>
  columns({
    'mentions.entity': mentions.map((mention) => mention.entity),
    'mentions.count': mentions.map((mention) => Math.min(mention.count, 65_535)),
    'mentions.offset': mentions.map((mention) => mention.offset),
    'mentions.sentiment': mentions.map((mention) => mention.sentiment),
    'mentions.stance': mentions.map((mention) => mention.stance),
    'citations.url': citations.map((citation) => citation.url),
    'citations.domain': citations.map((citation) => citation.domain),
    'citations.title': citations.map((citation) => citation.title),
  })
