import { parse } from 'tldts'

/**
 * Platforms that give every author a host of its own and that the Public Suffix List does not name: a newsletter there
 * is a site of its own, as it is on the listed github.io or blogspot.com.
 */
const authorPlatforms = ['beehiiv.com', 'ghost.io', 'substack.com', 'tumblr.com', 'wordpress.com']

/** How the Public Suffix List (publicsuffix.org, the copy within tldts) is read: its private section counts. */
export const suffixRules = {
  allowPrivateDomains: true,
  extractHostname: false,
  extraSuffixes: { private: authorPlatforms },
  mixedInputs: false,
  validateHostname: false,
}

/**
 * The registrable domain of a host; undefined for addresses, names of one label and public suffixes.
 * @param host lower case, without a trailing dot, international names in their ASCII form, as `URL.hostname` has it
 */
export function registrableDomain(host: string): string | undefined {
  return parse(host, suffixRules).domain ?? undefined
}

/** The registrable domain of an address that somebody typed: undefined also where its host cannot be a name at all. */
export function addressDomain({ hostname }: URL): string | undefined {
  return (
    parse(hostname, { ...suffixRules, extractHostname: true, validateHostname: true }).domain ?? undefined
  )
}

/** The http or https address in a text, or undefined; without a scheme it is taken to be https. */
export function webAddress(text: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}
