import { createFetcher, type Fetcher, type FetcherOptions } from '../fetching/fetcher.ts'
import { version } from '../version.ts'
import { crawlLimits } from './crawling/crawl-site.ts'

/** The name under which robots.txt may address whoever reads sites with this library. */
export const auditBot = 'Sightline-audit'

/** Where owners of sites can read about that; undefined where nobody has said how this server is reached. */
export const crawlerInfoUrl = (publicUrl: string | undefined): string | undefined =>
  publicUrl === undefined ? undefined : `${publicUrl}/docs/checks`

export interface SiteFetcherOptions
  extends Pick<FetcherOptions, 'allowedAddresses' | 'standIns' | 'resolve'> {
  /** How this server is reached from outside. */
  publicUrl: string | undefined
  /** The site that is read: besides the usual ports, that of its address is fetched from. */
  website?: string | undefined
}

const usualPorts = [80, 443]
/** Below are the ports of services that are no sites. */
export const minSitePort = 1024

/** Whether sites are served at the port of an address. */
export const isSitePort = ({ port }: URL): boolean =>
  port === '' || usualPorts.includes(Number(port)) || Number(port) >= minSitePort

/** A fetcher that says who asks, with as many connections to a site as a crawl may have. */
export function openSiteFetcher({ publicUrl, website, ...options }: SiteFetcherOptions): Fetcher {
  const site = website === undefined ? null : URL.parse(website)
  const ownPorts = site !== null && site.port !== '' && isSitePort(site) ? [Number(site.port)] : []
  const aboutUrl = crawlerInfoUrl(publicUrl)
  const about = aboutUrl === undefined ? '' : `; +${aboutUrl}`
  return createFetcher({
    ...options,
    ports: [...usualPorts, ...ownPorts],
    userAgent: `Mozilla/5.0 (compatible; ${auditBot}/${version}${about})`,
    connectionsPerOrigin: crawlLimits.connections,
  })
}
