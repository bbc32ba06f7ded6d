import { parse } from 'tldts'
import { registrableDomain, suffixRules } from '../../domains.ts'

const COUNTRY_DOMAINS = /^(amazon|ebay|google|yahoo|yandex)\.(?:com|cat|[a-z]{2}|com?\.[a-z]{2})$/

const HOST_NAME = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u

/**
 * The site that a host belongs to: its registrable domain, or the host itself where it has none (IP addresses, names of
 * one label, public suffixes such as `github.io`; there `www.github.io` is the platform's own site too).
 * @param host lower case, without a trailing dot, international names in their ASCII form; so is the result
 */
export function siteDomain(host: string): string {
  const { isPrivate, publicSuffix } = parse(host, suffixRules)
  if (isPrivate && publicSuffix && host === `www.${publicSuffix}`) return publicSuffix
  return registrableDomain(host) ?? host
}

/**
 * What the rules for single sites are kept under: the name of a company that has a domain in every country
 * (`google` for google.com, google.de and google.co.uk; shapes from google.com/supported_domains), else the domain.
 */
export function siteFamily(domain: string): string {
  return COUNTRY_DOMAINS.exec(domain)?.[1] ?? domain
}

/** The ASCII host that a text consists of (`nytimes.com`); undefined unless it is a name below a known suffix. */
export function namedHost(text: string): string | undefined {
  if (text.length > 253 || !HOST_NAME.test(text)) return undefined
  const host = URL.parse(`http://${text}`)?.hostname
  if (!host) return undefined
  const { domain, isIcann, isPrivate } = parse(host, suffixRules)
  return domain !== null && (isIcann || isPrivate) ? host : undefined
}
