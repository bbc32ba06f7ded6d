import { parse } from 'tldts'

/**
 * Platforms that give each author a host and are missing from the Public Suffix List. A newsletter there is a
 * separate site, as on github.io or blogspot.com, which the list has.
 */
const authorPlatforms = ['beehiiv.com', 'ghost.io', 'substack.com', 'tumblr.com', 'wordpress.com']

/** Options for the Public Suffix List (publicsuffix.org, the copy in tldts): its private section counts. */
export const suffixRules = {
  allowPrivateDomains: true,
  extractHostname: false,
  extraSuffixes: { private: authorPlatforms },
  mixedInputs: false,
  validateHostname: false,
}

/**
 * The registrable domain of a host. Undefined for IP addresses, single-label names and public suffixes.
 * @param host lower case, without a trailing dot, international names in ASCII form, as in `URL.hostname`
 */
export function registrableDomain(host: string): string | undefined {
  return parse(host, suffixRules).domain ?? undefined
}

/** The registrable domain of a URL that a user entered. Also undefined if its host is not a valid name. */
export function addressDomain({ hostname }: URL): string | undefined {
  return parse(hostname, { ...suffixRules, extractHostname: true, validateHostname: true }).domain ?? undefined
}

/** Parses an http or https URL; a text without a scheme gets https. Undefined if the text is not a URL. */
export function webAddress(text: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}
