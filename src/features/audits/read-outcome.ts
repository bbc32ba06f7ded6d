import { type RawBuilder, sql } from 'kysely'
import type { SiteFacts } from '../../lib/site/crawling/site-facts.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { UncheckedTargets } from './check-targets.ts'

/** What the statuses of pages say that were read. */
const isRead = sql<boolean>`(status between 200 and 299 or status = 304)`

/** The same of those that are gone, which is known of them as well. */
export const isReadOrGone: RawBuilder<boolean> = sql<boolean>`(${isRead} or status in (404, 410))`

export async function hasReadPages(db: PostgresLike, auditId: string): Promise<boolean> {
  const pages = db.selectFrom('audit_pages').select('id').where('audit_id', '=', auditId)
  return (await pages.where(isRead).limit(1).executeTakeFirst()) !== undefined
}

export async function countReadPages(db: PostgresLike, auditId: string): Promise<number> {
  const pages = db.selectFrom('audit_pages').where('audit_id', '=', auditId).where(isRead)
  const { count } = await pages.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** Why nothing of a site was read. */
export function describeUnreadSite({ robots, home }: SiteFacts): string {
  const nothing = 'no page could be read'
  if (robots.state === 'unreachable')
    return `${nothing}: ${robots.url} cannot be had, and until it can nothing may be asked for`
  if (!robots.isHomeAllowed) return `${nothing}: ${robots.url} does not let audits read ${home.url}`
  if (home.problem !== null) return `${nothing}: ${home.url} gave no response (${home.problem})`
  return `${nothing}: ${home.url} answered with status ${home.status}`
}

/** What an audit that has read pages did not get to; null where that is nothing. */
export function describePartialAudit(
  { crawl }: SiteFacts,
  { untried, unresolved }: UncheckedTargets,
): string | null {
  const linksLeft = `${untried} images or links to other sites were not tried: an audit tries 50,000, 1,000 of one other host, and leaves hosts that do not answer`
  const namesLeft = `${unresolved} images or links to other sites were not tried: no name of another site could be looked up, so that nothing is said of them`
  const problems = [
    pagesLeft(crawl),
    untried > 0 ? linksLeft : null,
    unresolved > 0 ? namesLeft : null,
  ].filter((problem) => problem !== null)
  return problems.length > 0 ? problems.join('; ') : null
}

function pagesLeft({ end, unread }: SiteFacts['crawl']): string | null {
  if (end === 'page_limit') return 'the site has more pages than an audit reads'
  if (end === 'time_limit') return `the time for an audit was over: ${unread} known addresses were not read`
  if (end === 'not_answering') return `the site no longer answered: ${unread} known addresses were not read`
  return null
}

/** Addresses besides pages that were asked for, and of which it is not known what is there. */
export function unreadOfSite({ home, robots, sitemaps, llmsTxt }: SiteFacts): string[] {
  const isUnknown = (status: number | null) => status === null || status >= 500 || status === 429
  return [home, robots, llmsTxt, ...sitemaps].filter(({ status }) => isUnknown(status)).map(({ url }) => url)
}
