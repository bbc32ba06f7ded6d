import pLimit from 'p-limit'
import type { Brand, BrandContext, Services } from '../../kernel/context.ts'
import type { RowPosition } from '../../kernel/pagination.ts'
import { unavailable } from '../../lib/errors.ts'
import { literalPattern } from '../../lib/text/literal-pattern.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { currentAnswers } from '../answers/index.ts'
import { inPeriod, type View } from '../visibility/index.ts'

/** What prompts and answers are searched for. */
export interface TextSearch {
  /** As `literalPattern` has it. */
  pattern: string
  /** Numbers of the prompts whose own text holds it. */
  prompts: number[]
}

/**
 * Begins a search with the brand's prompts, which are few: those that were deleted have no text.
 * @param lastPrompt prompts with greater numbers came later and are passed over
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

/** Answers that a search has found. */
export interface FoundAnswers {
  /** How many there are. */
  total: number
  /** The newest of them after the position that was asked from. */
  rows: { id: string; executed: string }[]
}

/** Whether an answer holds the text, or its prompt does: a condition of current answers. */
export const containsText = ({ pattern, prompts }: TextSearch): Sql =>
  sql`(prompt IN ${prompts} OR match(answer, ${`(?i)${pattern}`}))`

/** A search reads every text within the filters: one at a time in this process, and on one processor, leaves the rest to other reads. */
export const searchLimit = pLimit(1)

/**
 * Searches once it is its turn.
 * @param query is given the seconds that are left to the request
 * @throws ApiError service_unavailable where other searches take all the time that the request has
 */
export function searchInTurn<T>(
  { config }: Services,
  query: (secondsLeft: number) => Promise<T>,
): Promise<T> {
  const endsAt = performance.now() + config.QUERY_TIMEOUT_SECONDS * 1000
  return searchLimit(() => {
    const secondsLeft = (endsAt - performance.now()) / 1000
    if (secondsLeft < 1) throw unavailable('other searches are at work', 5)
    return query(secondsLeft)
  })
}

/**
 * Finds the answers of a view that hold a text, or whose prompt does, newest first.
 * @throws ApiError service_unavailable where other searches take all the time that the request has
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

/** Whether a row comes after a position: it is older, or of the same moment with a smaller id. */
export const isAfterPosition = ([time, id]: RowPosition): Sql =>
  sql`executed_at <= ${new Date(time)} AND (executed_at < ${new Date(time)} OR toString(answer_id) < ${id})`

/** The rows that were found, as a condition of readings, which are stored by their time. */
export const isSearchMatch = ({ rows }: FoundAnswers): Sql =>
  sql`executed_at IN ${[...new Set(rows.map(({ executed }) => executed))].map((time) => new Date(toTimestamp(time)))}
    AND answer_id IN ${rows.map(({ id }) => id)}`
