import { type RawBuilder, sql } from 'kysely'
import { isUndecided } from '../../../lib/site/crawling/outcome.ts'
import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import type { UncheckedTargets } from './check-targets.ts'

/** Condition for pages that were read. */
const isRead = sql<boolean>`(status between 200 and 299 or status = 304)`

/** Condition for pages that were read or are known to be gone. */
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

/** Explains why an audit read no page. */
export function describeUnreadSite({ robots, home }: SiteFacts): string {
  const prefix = 'no page could be read'
  if (robots.state === 'unreachable')
    return `${prefix}: ${robots.url} is unreachable, so crawlers must not read the site`
  if (!robots.isHomeAllowed) return `${prefix}: ${robots.url} forbids audits to read ${home.url}`
  if (home.problem !== null) return `${prefix}: ${home.url} did not respond (${home.problem})`
  return `${prefix}: ${home.url} returned status ${home.status}`
}

/** Describes what an audit skipped; null if nothing. */
export function describePartialAudit({ crawl }: SiteFacts, { untried, unresolved }: UncheckedTargets): string | null {
  const uncheckedLinks = `${untried} images or external links were not checked: an audit checks 50,000, 1,000 per external host, and skips hosts that do not respond`
  const unresolvedLinks = `${unresolved} images or external links were not checked: no external host name could be resolved`
  const problems = [
    describeUnreadPages(crawl),
    untried > 0 ? uncheckedLinks : null,
    unresolved > 0 ? unresolvedLinks : null,
  ].filter((problem) => problem !== null)
  return problems.length > 0 ? problems.join('; ') : null
}

function describeUnreadPages({ end, unread }: SiteFacts['crawl']): string | null {
  if (end === 'page_limit') return 'the site has more pages than an audit reads'
  if (end === 'time_limit') return `the audit reached its time limit: ${unread} known URLs were not read`
  if (end === 'not_answering') return `the site stopped responding: ${unread} known URLs were not read`
  return null
}

/** Requested URLs that are not pages and whose content is unknown. */
export function unreadOfSite({ home, robots, sitemaps, llmsTxt }: SiteFacts): string[] {
  return [home, robots, llmsTxt, ...sitemaps].filter(isUndecided).map(({ url }) => url)
}
