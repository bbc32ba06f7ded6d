import { decodeHTMLStrict } from 'entities'
import { pageKey, pageUrl } from './page-url.ts'
import { isOpaqueRedirect } from './redirects.ts'
import { namedHost, siteDomain } from './site-domain.ts'

/** A source in the list that an engine returns with its answer. */
export interface GivenCitation {
  url: string
  title?: string
}

interface AnswerLink {
  target: string
  label: string
  offset: number
  /** Whether it is a bare address without link markup. */
  isBare: boolean
}

/** A page that an answer cites. */
export interface Citation {
  /** Canonical URL, from `pageUrl`. */
  url: string
  /** The page's site, from `siteDomain`. */
  domain: string
  /** Empty if unknown. */
  title: string
  /** From 1, in the order of first appearance. */
  position: number
}

/**
 * The unique pages that an answer cites: first those in its list of sources, then those linked in its text.
 *
 * Pages are identified by their canonical URL (`pageUrl`: without redirects, tracking parameters, fragments
 * and HTML escapes). Two URLs are the same page if they then differ only in http or https, `www.`, trailing
 * slashes, and meaningless percent-encoding (`pageKey`); the first URL is stored. Parameters and their order
 * matter, as do the case of the path, `m.` hosts and AMP URLs: only the site knows whether these are the same
 * page. Invalid URLs and the engines' own search links are not citations.
 *
 * A bare address counts if its host is below a public suffix: `www.example.comRead`, a router's
 * `http://192.168.1.1` and `localhost` are not sources. For listed sources and links, any host counts.
 *
 * The first title counts; a link's label is used if it is more than a number or an address. Gemini's
 * grounding links hide the cited URL and have its host as their title: the domain is then that host's.
 */
export function readCitations(given: readonly GivenCitation[], links: readonly AnswerLink[]): Citation[] {
  const found = new Map<string, Citation>()
  for (const { url, title } of given) {
    const text = plainText(title ?? '')
    addCitation(found, url, text, text)
  }
  for (const { target, label, isBare } of links) {
    if (isBare && !namesSite(target)) continue
    const text = plainText(label)
    addCitation(found, target, text, isTitle(text) ? text : '')
  }
  return [...found.values()]
}

function namesSite(address: string): boolean {
  const page = pageUrl(address)
  return page !== undefined && namedHost(new URL(page.url).hostname) !== undefined
}

/** @param text the text of the link; `title` is the part that can be the page's title */
function addCitation(found: Map<string, Citation>, address: string, text: string, title: string): void {
  const page = pageUrl(address)
  if (!page) return
  const key = pageKey(page.url)
  const citation = found.get(key) ?? { ...page, title: '', position: found.size + 1 }
  found.set(key, citation)
  citation.title ||= title
  if (isOpaqueRedirect(citation.url) && citation.domain === page.domain) {
    const host = namedHost(text.toLowerCase())
    if (host !== undefined) citation.domain = siteDomain(host)
  }
}

function plainText(text: string): string {
  return decodeHTMLStrict(text)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Whether a label is more than a number (`[3]`, `¹`), an address (`nytimes.com`) or a chip (`CNET+2`). */
function isTitle(label: string): boolean {
  if (!/\p{L}/u.test(label) || /\+\d{1,3}$/.test(label)) return false
  if (/\s/.test(label)) return true
  if (/^(?:[a-z]+:\/\/|www\.)/i.test(label)) return false
  const [host = ''] = label.split(/[/?#:]/, 1)
  return namedHost(host.replace(/[.…]+$/u, '').toLowerCase()) === undefined
}
