import type { Services } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { currentReadings, type PageSnapshot, readingsUntil } from '../current-pages.ts'
import type { CitedPages, CitingAnswers, ScannedPages } from './cited-pages.ts'

/** One state of a brand's answers. */
export interface AnswerSnapshot {
  brandId: string
  version: number
  seq: number
}

/** Rows read at a time: each step holds up the thread that answers requests for some milliseconds. */
const stepAnswers = 5000
const stepPages = 20_000
/** Batches of imports, of some thousand answers each, that are read in one step. */
const fewImports = 3
/** Batches of scans hold some hundred pages. */
const stepBatches = 100
/** Loading a history takes longer than a request for one page of it. */
const timeoutSeconds = 120

const halves = (ids: Sql): Sql =>
  sql`arrayMap(id -> toUInt32(bitShiftRight(id, 32)), ${ids}) AS highs, arrayMap(id -> toUInt32(bitAnd(id, 0xffffffff)), ${ids}) AS lows`

/** Adds the answers of a state that came after batch `since`. */
export async function loadAnswers(
  { clickhouse }: Services,
  into: CitedPages,
  { brandId, version, seq }: AnswerSnapshot,
  since: number,
): Promise<void> {
  const meant = sql`brand_id = ${brandId} AND version = ${version} AND seq > ${since} AND seq <= ${seq} AND notEmpty(page_ids)`
  const read = async (within: Sql) => {
    const [rows] = await clickhouse.query<CitingAnswers>(
      sql`SELECT groupArray(toFloat64(toUnixTimestamp64Milli(executed_at))) AS times, groupArray(engine) AS engines,
          groupArray(prompt) AS prompts, groupArray(toUInt32(length(page_ids))) AS lengths,
          ${halves(sql`arrayFlatten(groupArray(page_ids))`)}
        FROM readings WHERE ${meant} AND ${within}`,
      timeoutSeconds,
    )
    if (rows !== undefined) into.addAnswers(rows)
  }
  if (seq - since <= fewImports) return read(sql`true`)
  const days = await clickhouse.query<{ day: string; answers: string }>(
    sql`SELECT toDate(executed_at) AS day, count() AS answers FROM readings WHERE ${meant} GROUP BY day ORDER BY day`,
    timeoutSeconds,
  )
  for (const [first, last] of stretches(days)) {
    const end = new Date(Date.parse(last) + 86_400_000)
    await read(sql`executed_at >= ${new Date(first)} AND executed_at < ${end}`)
  }
}

/** First and last days of stretches of about as many answers. */
function stretches(days: readonly { day: string; answers: string }[]): [string, string][] {
  const found: [string, string][] = []
  let answers = Infinity
  for (const { day, answers: more } of days) {
    if (answers + Number(more) > stepAnswers) {
      found.push([day, day])
      answers = 0
    }
    ;(found.at(-1) as [string, string])[1] = day
    answers += Number(more)
  }
  return found
}

/** Sets what scans of a state saw after batch `since`; all of them where that is 0. */
export async function loadPages(
  services: Services,
  into: CitedPages,
  pages: PageSnapshot,
  since: number,
): Promise<void> {
  if (since > 0) {
    for (let from = since; from < pages.seq; from += stepBatches) {
      // Of a page that was scanned several times, the last scan is set last.
      const batches = sql`seq > ${from} AND seq <= ${from + stepBatches} ORDER BY seq`
      const rows = await readColumns(services, sql`${readingsUntil(pages)} AND ${batches}`)
      if (rows !== undefined) into.setPages(rows)
    }
    return
  }
  for (let after = ''; ; ) {
    const next = sql`page > ${after} ORDER BY page LIMIT ${stepPages}`
    const rows = await readColumns(services, sql`${currentReadings(pages)} AND ${next}`)
    if (rows === undefined) return
    into.setPages(rows)
    if (rows.named.length < stepPages) return
    after = rows.last
  }
}

async function readColumns({ clickhouse }: Services, meant: Sql) {
  const [rows] = await clickhouse.query<ScannedPages & { last: string }>(
    sql`SELECT max(page) AS last, ${halves(sql`groupArray(page_id)`)}, groupArray(domain) AS domains,
        groupArray(if(outcome = 'read', concat('[', toString(entities), ',', toString(linked), ']'), '')) AS named
      FROM (SELECT page, page_id, domain, outcome, entities, linked FROM page_readings WHERE ${meant})`,
    timeoutSeconds,
  )
  return rows === undefined || rows.named.length === 0 ? undefined : rows
}
