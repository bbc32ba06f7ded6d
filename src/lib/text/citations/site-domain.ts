import { parse } from 'tldts'
import { registrableDomain, suffixRules } from '../../domains.ts'

const COUNTRY_DOMAINS = /^(amazon|ebay|google|yahoo|yandex)\.(?:com|cat|[a-z]{2}|com?\.[a-z]{2})$/

const HOST_NAME = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u

/**
 * The site of a host: its registrable domain, or the host itself if there is none (IP addresses, single-label
 * names, public suffixes such as `github.io`, where `www.github.io` is the platform's own site too).
 * @param host lower case, without a trailing dot, international names in ASCII, as is the result
 */
export function siteDomain(host: string): string {
  const { isPrivate, publicSuffix } = parse(host, suffixRules)
  if (isPrivate && publicSuffix && host === `www.${publicSuffix}`) return publicSuffix
  return registrableDomain(host) ?? host
}

/**
 * The key of the rules for single sites: for a company with a domain per country its name (`google` for
 * google.com, google.de and google.co.uk; shapes from google.com/supported_domains), otherwise the domain.
 */
export function siteFamily(domain: string): string {
  return COUNTRY_DOMAINS.exec(domain)?.[1] ?? domain
}

/** The ASCII host that is the whole text (`nytimes.com`); undefined unless it is below a known suffix. */
export function namedHost(text: string): string | undefined {
  if (text.length > 253 || !HOST_NAME.test(text)) return undefined
  const host = URL.parse(`http://${text}`)?.hostname
  if (!host) return undefined
  const { domain, isIcann, isPrivate } = parse(host, suffixRules)
  return domain !== null && (isIcann || isPrivate) ? host : undefined
}
