import { addressDomain } from '../../domains.ts'

/** Which addresses are pages of the site. */
export interface SiteScope {
  /** The home page’s first. */
  hosts: string[]
  includes(url: string): boolean
}

/**
 * The site of a home page: its host with and without `www.`, over http and https on their own ports, or on the port
 * that the home page’s address names. Other subdomains are sites of their own, with their own robots.txt and sitemaps,
 * often run by somebody else, and no part of the estimate: links to them count as external. Where the home page itself
 * leads to another host of the same domain, that host is the site as well.
 * @param landing where the home page leads to
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

/** Whether two addresses are of one registrable domain, or one host. */
export const isSameOwner = (home: URL, landing: URL) =>
  home.hostname === landing.hostname ||
  (addressDomain(home) !== undefined && addressDomain(home) === addressDomain(landing))

function namesOf(url: URL): string[] {
  const { hostname } = url
  if (addressDomain(url) === undefined) return [hostname]
  return [hostname, hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`]
}
