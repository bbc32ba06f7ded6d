import type { AiBot, Verdict } from '../../lib/bots/index.ts'
import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import { storedTime } from '../../stores/clickhouse-sql.ts'
import type { LogVisit } from './logs/index.ts'

/**
 * A visit to store. Holds no substrings of the log, because they would keep the text of many lines in memory.
 */
export interface VisitRow {
  id: string
  timeMs: number
  verdict: Verdict
  isSigned?: boolean
  /** JSONEachRow text without the fields that `finishedRow` adds. */
  partialRow: string
}

export interface RowOptions {
  brandId: string
  /** Scope in which repeated lines are counted: all files share one, each pushed batch has its own. */
  countedIn: string
  /** Domain for lines without one. */
  domain: string | null
  /** Older visits are stored without personal data. */
  addressesSinceMs: number
}

/** Length limits for texts that clients choose. */
const maxPathLength = 2048
const maxTextLength = 1024

/** Truncates a text, and replaces lone surrogates, which ClickHouse rejects. */
const truncate = (text: string | null, maxLength: number) => (text ?? '').slice(0, maxLength).toWellFormed()
/** Drops an escape that the cut broke. */
const truncatePath = (path: string | null) =>
  (path ?? '').length > maxPathLength
    ? truncate(path, maxPathLength).replace(/%[0-9a-f]?$/i, '')
    : truncate(path, maxPathLength)
/** Derives the id of a visit from its brand, its line and the line’s occurrence. */
export function visitRow(visit: LogVisit<AiBot>, verdict: Verdict, options: RowOptions): VisitRow {
  const { brandId, countedIn, domain, addressesSinceMs } = options
  const { entry, bot } = visit
  const { lineHash, occurrence } = visit.identify()
  const id = uuidFromText(`${brandId} ${countedIn} ${lineHash} ${occurrence}`)
  const site = truncate(entry.host ?? domain, maxTextLength)
  const path = truncatePath(entry.path)
  const keepsPersonalData = entry.timeMs >= addressesSinceMs
  const row = JSON.stringify({
    brand_id: brandId,
    ts: storedTime(new Date(entry.timeMs)),
    visit_id: id,
    bot: bot.name,
    category: bot.category,
    domain: site,
    path,
    // A path without a leading slash could turn the URL into another site's.
    page_key: site !== '' && path.startsWith('/') ? pageKey(`https://${site}${path}`) : `${site} ${path}`,
    status: entry.status ?? 0,
    bytes: entry.bytes ?? 0,
    method: entry.method ?? '',
    query: keepsPersonalData ? truncate(entry.query, maxTextLength) : '',
    address: keepsPersonalData ? (entry.address ?? '') : '',
    user_agent: keepsPersonalData ? truncate(entry.userAgent, maxTextLength) : '',
    referrer: keepsPersonalData ? truncate(entry.referrer, maxTextLength) : '',
  })
  return { id, timeMs: entry.timeMs, verdict, partialRow: row.slice(0, -1) }
}

/** Completes the row of a visit with its verdict and batch number. */
export const finishedRow = ({ partialRow, verdict, isSigned = false }: VisitRow, seq: number) =>
  `${partialRow},"is_signed":${isSigned},"verdict":"${verdict}","seq":${seq}}`
