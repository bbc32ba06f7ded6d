import { createFetcher, type Fetcher, type FetcherOptions } from '../fetching/fetcher.ts'
import { version } from '../version.ts'
import { crawlLimits } from './crawling/crawl-site.ts'

/** The audit’s product token in robots.txt. */
export const auditBot = 'Sightline-audit'

/** A page about the audit for site owners; undefined if the public URL is not set. */
export const crawlerInfoUrl = (publicUrl: string | undefined): string | undefined =>
  publicUrl === undefined ? undefined : `${publicUrl}/docs/checks`

export interface SiteFetcherOptions extends Pick<FetcherOptions, 'allowedAddresses' | 'standIns' | 'resolve'> {
  /** The public URL of this server. */
  publicUrl: string | undefined
  /** The site to read. Its port is allowed in addition to the default ports. */
  website?: string | undefined
}

const usualPorts = [80, 443]
/** Lower ports belong to services that are not sites. */
export const minSitePort = 1024

/** Whether sites can use the port of a URL. */
export const isSitePort = ({ port }: URL): boolean =>
  port === '' || usualPorts.includes(Number(port)) || Number(port) >= minSitePort

/** A fetcher that identifies Sightline, with as many connections per site as a crawl can use. */
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
