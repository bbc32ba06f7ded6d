import { addressDomain } from '../../domains.ts'

export interface SiteScope {
  /** The home page’s host is first. */
  hosts: string[]
  includes(url: string): boolean
}

/**
 * The site of a home page: its host with and without `www.`, over http and https on their default ports or on
 * the home page’s port. Other subdomains are separate sites with their own robots.txt and sitemaps, often run
 * by other people, and not part of the estimate: links to them count as external. If the home page redirects
 * to another host of the same domain, that host belongs to the site as well.
 * @param landing the redirect target of the home page
 */
export function createSiteScope(home: URL, landing?: URL): SiteScope {
  const isSameDomain = landing !== undefined && isSameOwner(home, landing)
  const starts = isSameDomain ? [home, landing] : [home]
  const hosts = new Set(starts.flatMap(namesOf))
  const isPort = (url: URL) =>
    starts.some(({ port, protocol }) => url.port === port && (port === '' || url.protocol === protocol))
  return {
    hosts: [...hosts],
    includes(text) {
      const url = URL.parse(text)
      const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
      return isWeb && hosts.has(url.hostname) && isPort(url)
    },
  }
}

/** Whether two URLs have the same registrable domain or the same host. */
export const isSameOwner = (home: URL, landing: URL) =>
  home.hostname === landing.hostname ||
  (addressDomain(home) !== undefined && addressDomain(home) === addressDomain(landing))

function namesOf(url: URL): string[] {
  const { hostname } = url
  if (addressDomain(url) === undefined) return [hostname]
  return [hostname, hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`]
}
