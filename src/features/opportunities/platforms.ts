import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import table from './platforms.json' with { type: 'json' }

type PlatformKind = 'community' | 'review_site'

/**
 * Registrable domains of user-generated content that AI engines cite most (citation studies by Profound, Semrush and
 * Ahrefs, 2024 and 2025).
 */
const platforms: Record<PlatformKind, readonly string[]> = table

/** Host name patterns of forums and review pages on any site. */
const hostNames: Record<PlatformKind, string> = {
  community: '^(forums?|community|communities|discuss|boards?)[.-]',
  review_site: '^reviews?[.-]',
}

export interface Platform {
  site: string
  kind: PlatformKind
}

/**
 * Returns the platform of a page; undefined if it is on none.
 * @param page page key, which begins with the host
 * @param domain registrable domain of the page
 */
export function platformOf(page: string, domain: string): Platform | undefined {
  for (const kind of ['community', 'review_site'] as const) {
    if (platforms[kind].includes(domain)) return { site: domain, kind }
    if (new RegExp(hostNames[kind]).test(page)) return { site: page.split(/[/?#]/)[0] as string, kind }
  }
  return undefined
}

/** Condition on `page` and `domain` for pages that may be on a platform. */
export function onPlatforms(): Sql {
  const domains = Object.values(platforms).flat()
  return sql`(domain IN ${domains} OR match(page, ${Object.values(hostNames).join('|')}))`
}
