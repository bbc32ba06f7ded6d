import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

type PlatformKind = 'community' | 'review_site'

/**
 * Sites where everybody may write about a brand: those that AI engines are known to cite most (studies of citations by
 * Profound, Semrush and Ahrefs, 2024 and 2025), by their registrable domain.
 */
const platforms: Record<PlatformKind, readonly string[]> = {
  community: (
    'reddit.com quora.com stackexchange.com stackoverflow.com superuser.com serverfault.com ycombinator.com youtube.com ' +
    'linkedin.com facebook.com medium.com substack.com discord.com producthunt.com gutefrage.net lemmy.world dev.to'
  ).split(' '),
  review_site: (
    'g2.com capterra.com getapp.com softwareadvice.com trustradius.com gartner.com trustpilot.com yelp.com tripadvisor.com ' +
    'glassdoor.com sitejabber.com consumeraffairs.com bbb.org reviews.io trustedshops.com ausgezeichnet.org alternativeto.net ' +
    'saasworthy.com clutch.co goodfirms.co sourceforge.net'
  ).split(' '),
}

/** How hosts of forums and collections of reviews are named, on whatever site. */
const hostNames: Record<PlatformKind, string> = {
  community: '^(forums?|community|communities|discuss|boards?)[.-]',
  review_site: '^reviews?[.-]',
}

/** A site that a page is on, where it is a platform. */
export interface Platform {
  site: string
  kind: PlatformKind
}

/**
 * @param page key of a page, which begins with its host
 * @param domain its registrable domain
 */
export function platformOf(page: string, domain: string): Platform | undefined {
  for (const kind of ['community', 'review_site'] as const) {
    if (platforms[kind].includes(domain)) return { site: domain, kind }
    if (new RegExp(hostNames[kind]).test(page)) return { site: page.split(/[/?#]/)[0] as string, kind }
  }
  return undefined
}

/** Whether a page may be on a platform, over `page` and `domain`. */
export function onPlatforms(): Sql {
  const domains = Object.values(platforms).flat()
  return sql`(domain IN ${domains} OR match(page, ${Object.values(hostNames).join('|')}))`
}
