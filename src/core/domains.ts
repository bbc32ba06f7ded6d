import { getDomain, getHostname } from 'tldts'

/**
 * The registrable domain of a host or URL by the Public Suffix List, private suffixes included: two blogs below
 * `github.io` are two sites. Undefined for addresses and single-label hosts.
 */
export function registrableDomain(hostOrUrl: string): string | undefined {
  return getDomain(hostOrUrl, { allowPrivateDomains: true }) ?? undefined
}

/** The http or https address in a text, or undefined; without a scheme it is taken to be https. */
export function webAddress(text: string): URL | undefined {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  const isWeb =
    url !== undefined && ['http:', 'https:'].includes(url.protocol) && getHostname(url.href) !== null
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}
