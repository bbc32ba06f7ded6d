import type { AiBot, Verdict } from '../../lib/bots/index.ts'
import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import { storedTime } from '../../stores/clickhouse-sql.ts'
import type { LogVisit } from './logs/index.ts'

/**
 * A visit on its way into the store. It holds none of the texts that it was read from: those are parts of the text of many
 * lines, all of which they would keep in memory.
 */
export interface VisitRow {
  id: string
  timeMs: number
  verdict: Verdict
  /** As JSONEachRow takes it, without what `finishedRow` adds. */
  begun: string
}

export interface RowOptions {
  brandId: string
  /** What the occurrences of lines are counted in: files all count as one, pushed batches each as their own. */
  countedIn: string
  /** The site, where the log does not say. */
  domain: string | null
  /** Older visits are stored without what identifies somebody. */
  addressesSinceMs: number
}

/** Longer texts than these are cut: clients choose them. */
const maxPathLength = 2048
const maxTextLength = 1024

/** As much of a text as is kept. Half a character, which a log or the cut may leave, is no text to ClickHouse. */
const bounded = (text: string | null, longest: number) => (text ?? '').slice(0, longest).toWellFormed()

/** A visit is known by its brand, its line and how many times that came before. */
export function visitRow(visit: LogVisit<AiBot>, verdict: Verdict, options: RowOptions): VisitRow {
  const { brandId, countedIn, domain, addressesSinceMs } = options
  const { entry, bot } = visit
  const id = uuidFromText(`${brandId} ${countedIn} ${visit.lineHash} ${visit.occurrence}`)
  const site = bounded(entry.host ?? domain, maxTextLength)
  const path = bounded(entry.path, maxPathLength)
  const isYoung = entry.timeMs >= addressesSinceMs
  const row = JSON.stringify({
    brand_id: brandId,
    ts: storedTime(new Date(entry.timeMs)),
    visit_id: id,
    bot: bot.name,
    category: bot.category,
    domain: site,
    path,
    // Other paths are no part of an address: as one, they could name another site.
    page_key: site !== '' && path.startsWith('/') ? pageKey(`https://${site}${path}`) : `${site} ${path}`,
    status: entry.status ?? 0,
    bytes: entry.bytes ?? 0,
    method: entry.method ?? '',
    query: isYoung ? bounded(entry.query, maxTextLength) : '',
    address: isYoung ? (entry.address ?? '') : '',
    user_agent: isYoung ? bounded(entry.userAgent, maxTextLength) : '',
    referrer: isYoung ? bounded(entry.referrer, maxTextLength) : '',
  })
  return { id, timeMs: entry.timeMs, verdict, begun: row.slice(0, -1) }
}

/** The row of a visit in the batch of that number. */
export const finishedRow = ({ begun, verdict }: VisitRow, seq: number) =>
  `${begun},"verdict":"${verdict}","seq":${seq}}`
