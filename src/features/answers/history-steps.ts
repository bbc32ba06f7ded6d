import { committedUntil } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { AnswerReaders } from './answer-readers.ts'
import { contentColumns, placeColumns, row } from './answer-rows.ts'
import { type AnswersState, answerRows, originalRows } from './current-answers.ts'

/** Approximate answers per step. A step always reads whole batches. */
const stepAnswers = 5000
const stepBytes = 50_000_000
/** Answers per thread task. */
const partAnswers = 250

/** A version of readings that is being built. */
export interface HistoryVersion {
  brandId: string
  version: number
  /** Whether raw responses are reread. */
  readsRaw: boolean
  versionInUse: number
  committed: number
}

/** The last batch of a step after `from`, limited by answers and bytes. */
export async function stepEnd(
  services: Services,
  { brandId, readsRaw, committed }: HistoryVersion,
  from: number,
): Promise<number> {
  const after = sql`brand_id = ${brandId} AND seq > ${from} AND ${committedUntil(committed)}`
  const sizes = await batchSizes(services, sql`answers WHERE ${after} AND ${originalRows}`, sql`length(answer)`)
  const rawSizes = readsRaw
    ? await batchSizes(services, sql`raw_responses WHERE ${after}`, sql`length(body)`)
    : new Map<number, BatchSize>()
  let end: number | undefined
  let bytes = 0
  let answers = 0
  for (const [batch, size] of sizes) {
    bytes += size.bytes + (rawSizes.get(batch)?.bytes ?? 0)
    answers += size.answers
    if (end !== undefined && bytes > stepBytes) return end
    end = batch
  }
  return end === undefined || answers < stepAnswers ? committed : end
}

interface BatchSize {
  answers: number
  bytes: number
}

/** Sizes of the next batches in order, up to the answers of one step. */
async function batchSizes({ clickhouse }: Services, rows: Sql, bytes: Sql): Promise<Map<number, BatchSize>> {
  const batches = await clickhouse.query<{ batch: string; answers: string; bytes: string }>(
    sql`SELECT seq AS batch, count() AS answers, sum(row_bytes) AS bytes FROM
        (SELECT seq, ${bytes} AS row_bytes FROM ${rows} ORDER BY seq LIMIT ${stepAnswers} WITH TIES)
      GROUP BY batch ORDER BY batch`,
  )
  return new Map(
    batches.map(({ batch, answers, bytes }) => [Number(batch), { answers: Number(answers), bytes: Number(bytes) }]),
  )
}

export interface StepRows {
  answers: number
  readings: string[]
  /** Rows of answers whose raw responses now parse differently. */
  revisions: string[]
}

export async function readBatches(
  services: Services,
  readers: AnswerReaders,
  target: HistoryVersion,
  from: number,
  until: number,
): Promise<StepRows> {
  const { brandId, version, readsRaw } = target
  const stored = await services.clickhouse.lines(
    (readsRaw ? selectWithRaw : selectAnswered)(stateOf(target), sql`seq > ${from} AND seq <= ${until}`),
  )
  const parts = Array.from({ length: Math.ceil(stored.length / partAnswers) }, (_, part) => {
    const rows = stored.slice(part * partAnswers, (part + 1) * partAnswers)
    return readsRaw ? readers.readRaw(version, rows) : readers.readStored(version, rows)
  })
  const read = (await Promise.all(parts)).flat()
  const place = placeColumns({ brand_id: brandId, version })
  const revision = placeColumns({ brand_id: brandId, revision: version })
  return {
    answers: read.length,
    readings: read.flatMap(({ shared, model, reading }) =>
      reading === undefined ? [] : [row(place, shared, model, reading)],
    ),
    revisions: read.flatMap(({ shared, revised }) => (revised === undefined ? [] : [row(revision, shared, revised)])),
  }
}

const stateOf = ({ brandId, versionInUse, committed }: HistoryVersion): AnswersState => ({
  brandId,
  version: versionInUse,
  seq: committed,
})

const shared = sql`answer_id, seq, prompt, engine, country, executed_at`

/** Rows as `StoredAnswer`. */
export const selectAnswered = (state: AnswersState, condition: Sql): Sql =>
  sql`SELECT ${shared}, model, answer, urls, titles FROM ${answerRows(
    state,
    sql`${shared}, model, answer, outcome,
      arrayFilter((url, kind) -> kind = 'cited', given_citations.url, given_citations.kind) AS urls,
      arrayFilter((title, kind) -> kind = 'cited', given_citations.title, given_citations.kind) AS titles`,
    condition,
  )} WHERE outcome = 'answered'`

/** Rows as `StoredWithRaw`. */
const selectWithRaw = (state: AnswersState, batches: Sql): Sql =>
  sql`SELECT stored.*, raw.format AS format, raw.line AS line, raw.body AS body
    FROM ${answerRows(state, sql`${shared}, source_id, ${contentColumns}`, batches)} AS stored
    LEFT JOIN (SELECT answer_id, format, line, body FROM raw_responses
      WHERE brand_id = ${state.brandId} AND (${batches})) AS raw ON raw.answer_id = stored.answer_id`
