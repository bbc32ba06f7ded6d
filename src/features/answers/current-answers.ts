import { committedUntil } from '../../kernel/batches.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/** One state of a brand's answers. */
export interface AnswersState {
  brandId: string
  /** The version of readings in use: raw bodies may have been read otherwise for it. */
  version: number
  /** The last committed batch. */
  seq: number
}

/** The rows of answers that raw bodies were not read again for: one of each answer. */
export const originalRows: Sql = sql`revision = 0`

/**
 * Answers in one state, each once: what follows FROM.
 * @param condition of what never changes of an answer: its id, batch, prompt, engine, country and time
 */
export const answerRows = ({ brandId, version, seq }: AnswersState, columns: Sql, condition: Sql): Sql =>
  sql`(SELECT ${columns} FROM answers
    WHERE brand_id = ${brandId} AND revision <= ${version} AND ${committedUntil(seq)} AND (${condition})
    ORDER BY seq, answer_id, revision DESC LIMIT 1 BY seq, answer_id)`

/**
 * The rows that count in one state, without sorting, which a scan of texts could not afford: what follows FROM, to which
 * conditions on texts are added with AND. The others are read first, so that no text is unpacked for nothing.
 * @param condition of what never changes of an answer, as for `answerRows`, and of its outcome
 * @param batches a condition on `seq` that keeps the rest from being looked at
 */
export function currentRows(
  { brandId, version, seq }: AnswersState,
  condition: Sql,
  batches: Sql = sql`true`,
): Sql {
  const state = sql`brand_id = ${brandId} AND revision <= ${version} AND ${committedUntil(seq)} AND ${batches}`
  const revised = sql`(SELECT answer_id, max(revision) FROM answers WHERE ${state} AND revision > 0 GROUP BY answer_id)`
  const isRevised = sql`answer_id IN (SELECT answer_id FROM answers WHERE ${state} AND revision > 0)`
  return sql`answers PREWHERE ${state} AND (${condition})
    WHERE if(revision = 0, NOT ${isRevised}, (answer_id, revision) IN ${revised})`
}

/** Those of them that are answers. */
export const currentAnswers = (state: AnswersState, condition: Sql): Sql =>
  currentRows(state, sql`outcome = 'answered' AND (${condition})`)

/**
 * Rows that are no answers but say why there is none: they have no reading. Few as they are, they are found
 * without a look at the others.
 * @param columns none of which is named `outcome` but that one itself
 */
export const unansweredRows = (state: AnswersState, columns: Sql, condition: Sql = sql`true`): Sql =>
  sql`(SELECT * FROM ${answerRows(state, columns, sql`(outcome != 'answered' OR revision > 0) AND (${condition})`)}
    WHERE outcome != 'answered')`

/** How many rows there are, and a sum over the CRC-32 of their ids. */
export interface RowSum {
  rows: number
  ids: bigint
}

/** What the readings of a state must sum up to. */
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

/**
 * How many rows of answers have no reading in these states of brands: those that are no answers, and those that a later one
 * stands above.
 */
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

/** @param from rows with an `answer_id`: what follows FROM */
export async function sumRows({ clickhouse }: Services, from: Sql, timeoutSeconds?: number): Promise<RowSum> {
  const [row] = await clickhouse.query<{ found: string; ids: string }>(
    sql`SELECT count() AS found, toString(sum(CRC32(toString(answer_id)))) AS ids FROM ${from}`,
    timeoutSeconds,
  )
  return { rows: Number(row?.found ?? 0), ids: BigInt(row?.ids ?? 0) }
}
