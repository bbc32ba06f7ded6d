import { createFetcher, type Fetcher, type FetcherOptions } from '../fetching/fetcher.ts'
import { version } from '../version.ts'
import { crawlLimits } from './crawling/crawl-site.ts'

/** The name under which robots.txt may address whoever reads sites with this library. */
export const auditBot = 'Sightline-audit'

/** Where owners of sites can read about that; undefined where nobody has said how this server is reached. */
export const aboutAudits = (publicUrl: string | undefined): string | undefined =>
  publicUrl === undefined ? undefined : `${publicUrl}/docs/checks`

export interface SiteFetcherOptions extends Pick<FetcherOptions, 'allowedAddresses' | 'resolve'> {
  /** How this server is reached from outside. */
  publicUrl: string | undefined
}

/** A fetcher that says who asks, with as many connections to a site as a crawl may have. */
export function openSiteFetcher({ publicUrl, ...options }: SiteFetcherOptions): Fetcher {
  const aboutUrl = aboutAudits(publicUrl)
  const about = aboutUrl === undefined ? '' : `; +${aboutUrl}`
  return createFetcher({
    ...options,
    userAgent: `Mozilla/5.0 (compatible; ${auditBot}/${version}${about})`,
    connectionsPerOrigin: crawlLimits.connections,
  })
}
