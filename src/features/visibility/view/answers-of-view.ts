import type { BrandContext } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { unansweredRows } from '../../answers/index.ts'
import { inPeriod, inSnapshot } from '../count-answers.ts'
import { filterFields } from './filters.ts'
import type { View } from './view.ts'

const { compare_to_previous: _comparison, ...others } = filterFields

/** The shared filters of lists without a comparison. */
export const plainFilterFields = others

/** The WHERE condition that selects the readings of a view. */
export const answersOf = (view: View): Sql => sql`${inSnapshot(view.snapshot, view.period)} AND ${view.condition}`

/** Counts all answers of a view, with or without mentions. */
export async function countAnswersOf({ services }: BrandContext, view: View): Promise<number> {
  const [row] = await services.clickhouse.query<{ answers: string }>(
    sql`SELECT count() AS answers FROM readings WHERE ${answersOf(view)}`,
  )
  return Number(row?.answers ?? 0)
}

/** Counts by engine how often it showed no answer. */
export async function countNoneShown({ services }: BrandContext, view: View): Promise<Map<string, number>> {
  const condition = sql.and([inPeriod(view.period), view.condition])
  const unanswered = unansweredRows(view.snapshot, sql`answer_id, engine, outcome`, condition)
  const rows = await services.clickhouse.query<{ engine: string; times: string }>(
    sql`SELECT engine, count() AS times FROM ${unanswered} WHERE outcome = 'none_shown' GROUP BY engine`,
  )
  return new Map(rows.map(({ engine, times }) => [engine, Number(times)]))
}
