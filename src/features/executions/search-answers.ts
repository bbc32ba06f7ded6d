import pLimit from 'p-limit'
import type { Brand, BrandContext, Services } from '../../kernel/context.ts'
import type { RowPosition } from '../../kernel/pagination.ts'
import { unavailable } from '../../lib/errors.ts'
import { literalPattern } from '../../lib/text/literal-pattern.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { currentAnswers } from '../answers/index.ts'
import { inPeriod, type View } from '../visibility/index.ts'

export interface TextSearch {
  /** From `literalPattern`. */
  pattern: string
  /** Numbers of the prompts whose text matches. */
  prompts: number[]
}

/**
 * Starts a search with the brand's prompts, which are few. Deleted prompts have no text.
 * @param lastPrompt ignores newer prompts, which have greater numbers
 */
export async function searchPrompts(
  { db }: Services,
  brand: Brand,
  text: string,
  lastPrompt: number,
): Promise<TextSearch> {
  const pattern = literalPattern(text)
  const holds = new RegExp(pattern, 'iu')
  const prompts = await db
    .selectFrom('prompts')
    .select(['number', 'text'])
    .where('brand_id', '=', brand.id)
    .where('number', '<=', lastPrompt)
    .orderBy('number')
    .execute()
  return {
    pattern,
    prompts: prompts.filter((prompt) => holds.test(prompt.text)).map(({ number }) => number),
  }
}

export interface FoundAnswers {
  /** All matches. */
  total: number
  /** The newest matches after the position. */
  rows: { id: string; executed: string }[]
}

/** A condition on current answers: the answer or its prompt contains the text. */
export const containsText = ({ pattern, prompts }: TextSearch): Sql =>
  sql`(prompt IN ${prompts} OR match(answer, ${`(?i)${pattern}`}))`

/** Runs one search per process on one thread, as each scans every text within the filters. */
export const searchLimit = pLimit(1)

/**
 * Waits for other searches, then searches.
 * @param query receives the remaining seconds of the request
 * @throws ApiError service_unavailable if other searches use up the request's time limit
 */
export function searchInTurn<T>({ config }: Services, query: (secondsLeft: number) => Promise<T>): Promise<T> {
  const endsAt = performance.now() + config.QUERY_TIMEOUT_SECONDS * 1000
  return searchLimit(() => {
    const secondsLeft = (endsAt - performance.now()) / 1000
    if (secondsLeft < 1) throw unavailable('other searches are running; retry later', 5)
    return query(secondsLeft)
  })
}

/**
 * Finds answers that contain a text, or whose prompt does, newest first.
 * @throws ApiError service_unavailable if other searches use up the request's time limit
 */
export async function searchAnswers(
  { services }: BrandContext,
  view: View,
  search: TextSearch,
  after: RowPosition | undefined,
  limit: number,
): Promise<FoundAnswers> {
  const found = sql`(SELECT answer_id, executed_at, count() OVER () AS total FROM
      ${currentAnswers(view.snapshot, sql`${inPeriod(view.period)} AND ${view.condition}`)}
      AND ${containsText(search)}
    SETTINGS max_threads = 1)`
  const isAfter: Sql = after === undefined ? sql`true` : isAfterPosition(after)
  const rows = await searchInTurn(services, (secondsLeft) =>
    services.clickhouse.query<{ id: string; executed: string; total: string; is_after: number }>(
      sql`SELECT toString(answer_id) AS id, toString(executed_at) AS executed, total, ${isAfter} AS is_after
        FROM ${found} ORDER BY is_after DESC, executed_at DESC, id DESC LIMIT ${limit}`,
      secondsLeft,
    ),
  )
  return {
    total: Number(rows[0]?.total ?? 0),
    rows: rows.filter(({ is_after }) => Boolean(is_after)),
  }
}

/** Whether a row is older than a position, or has the same time and a smaller id. */
export const isAfterPosition = ([time, id]: RowPosition): Sql =>
  sql`executed_at <= ${new Date(time)} AND (executed_at < ${new Date(time)} OR toString(answer_id) < ${id})`

/** The found rows as a condition on readings, which are stored by time. */
export const isSearchMatch = ({ rows }: FoundAnswers): Sql =>
  sql`executed_at IN ${[...new Set(rows.map(({ executed }) => executed))].map((time) => new Date(toTimestamp(time)))}
    AND answer_id IN ${rows.map(({ id }) => id)}`
