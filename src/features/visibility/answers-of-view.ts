import type { BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { inSnapshot } from './count-answers.ts'
import { filterFields } from './filters.ts'
import type { View } from './view.ts'

const { compare_to_previous: _comparison, ...others } = filterFields

/** The shared filters of lists that are compared with nothing. */
export const plainFilterFields = others

/** The readings of a view: what follows WHERE. */
export const answersOf = (view: View): Sql =>
  sql`${inSnapshot(view.snapshot, view.period)} AND ${view.condition}`

/** How many answers a view has, whomever they name. */
export async function countAnswersOf({ services }: BrandContext, view: View): Promise<number> {
  const [row] = await services.clickhouse.query<{ answers: string }>(
    sql`SELECT count() AS answers FROM readings WHERE ${answersOf(view)}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return Number(row?.answers ?? 0)
}
