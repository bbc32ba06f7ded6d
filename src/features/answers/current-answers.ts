import { committedUntil } from '../../kernel/batches.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

export interface AnswersState {
  brandId: string
  /** The current version of readings. It can include revised raw responses. */
  version: number
  /** The last committed batch. */
  seq: number
}

/** Original rows of answers, one per answer, without revisions from rereading raw responses. */
export const originalRows: Sql = sql`revision = 0`

/**
 * The current row of each answer in a state, as a FROM clause.
 * @param condition on columns that never change: id, batch, prompt, engine, country and time
 */
export const answerRows = ({ brandId, version, seq }: AnswersState, columns: Sql, condition: Sql): Sql =>
  sql`(SELECT ${columns} FROM answers
    WHERE brand_id = ${brandId} AND revision <= ${version} AND ${committedUntil(seq)} AND (${condition})
    ORDER BY seq, answer_id, revision DESC LIMIT 1 BY seq, answer_id)`

/**
 * The current rows in a state as a FROM clause with WHERE, unsorted, for text scans. Add text conditions with
 * AND: ClickHouse reads texts last.
 * @param condition on columns that never change, as for `answerRows`, and on the outcome
 * @param batches a condition on `seq` that limits the scan
 */
export function currentRows({ brandId, version, seq }: AnswersState, condition: Sql, batches: Sql = sql`true`): Sql {
  const state = sql`brand_id = ${brandId} AND revision <= ${version} AND ${committedUntil(seq)} AND ${batches}`
  const revised = sql`(SELECT answer_id, max(revision) FROM answers WHERE ${state} AND revision > 0 GROUP BY answer_id)`
  const isRevised = sql`answer_id IN (SELECT answer_id FROM answers WHERE ${state} AND revision > 0)`
  return sql`answers PREWHERE ${state} AND (${condition})
    WHERE if(revision = 0, NOT ${isRevised}, (answer_id, revision) IN ${revised})`
}

export const currentAnswers = (state: AnswersState, condition: Sql): Sql =>
  currentRows(state, sql`outcome = 'answered' AND (${condition})`)

/**
 * Rows without an answer, which say why. They have no reading. They are few, and found without scanning
 * answers.
 * @param columns must not alias another column as `outcome`
 */
export const unansweredRows = (state: AnswersState, columns: Sql, condition: Sql = sql`true`): Sql =>
  sql`(SELECT * FROM ${answerRows(state, columns, sql`(outcome != 'answered' OR revision > 0) AND (${condition})`)}
    WHERE outcome != 'answered')`

/** The number of rows, and a checksum of their ids (sum of CRC-32). */
export interface RowSum {
  rows: number
  ids: bigint
}

/** The expected `RowSum` of a state's readings. */
export async function readableAnswers(
  services: Services,
  state: AnswersState,
  timeoutSeconds?: number,
): Promise<RowSum> {
  const { brandId, seq } = state
  const of = async (from: Sql) => sumRows(services, from, timeoutSeconds)
  const [all, unanswered] = await Promise.all([
    of(sql`answers WHERE brand_id = ${brandId} AND ${committedUntil(seq)} AND ${originalRows}`),
    of(unansweredRows(state, sql`answer_id, outcome`)),
  ])
  return { rows: all.rows - unanswered.rows, ids: all.ids - unanswered.ids }
}

/** Counts rows of answers without a reading: rows without an answer, and rows replaced by a revision. */
export async function rowsWithoutReading(services: Services, brands: readonly Brand[]): Promise<number> {
  const counts = await Promise.all(
    brands.map(async ({ id: brandId, reading_version: version, ingest_seq: seq }) => {
      const state = { brandId, version, seq }
      const unanswered = sumRows(services, unansweredRows(state, sql`answer_id, outcome`))
      const revised = sumRows(
        services,
        sql`answers WHERE brand_id = ${brandId} AND revision > 0 AND revision <= ${version} AND ${committedUntil(seq)}`,
      )
      return (await unanswered).rows + (await revised).rows
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** @param from a FROM clause of rows with an `answer_id` */
export async function sumRows({ clickhouse }: Services, from: Sql, timeoutSeconds?: number): Promise<RowSum> {
  const [row] = await clickhouse.query<{ found: string; ids: string }>(
    sql`SELECT count() AS found, toString(sum(CRC32(toString(answer_id)))) AS ids FROM ${from}`,
    timeoutSeconds,
  )
  return { rows: Number(row?.found ?? 0), ids: BigInt(row?.ids ?? 0) }
}
