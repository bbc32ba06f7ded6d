import { decodeHTMLStrict } from 'entities'
import { pageKey, pageUrl } from './page-url.ts'
import { isOpaqueRedirect } from './redirects.ts'
import { namedHost, siteDomain } from './site-domain.ts'

/** A source as the engine lists it beside its answer. */
export interface GivenCitation {
  url: string
  title?: string
}

/** A link in the answer's text. */
interface AnswerLink {
  target: string
  label: string
  offset: number
  /** Whether it is an address that is written out, without markup of a link. */
  isBare: boolean
}

/** A page that an answer cites. */
export interface Citation {
  /** Canonical address, as of `pageUrl`. */
  url: string
  /** The page's site, as of `siteDomain`. */
  domain: string
  /** Empty where the answer gives none. */
  title: string
  /** From 1, in the order of first appearance. */
  position: number
}

/**
 * The pages that an answer cites, each once: first those of the list that came with it, then those that only its text
 * links to.
 *
 * How a page is identified: its address is made canonical (`pageUrl`: redirects, tracking parameters, fragments and HTML
 * escapes removed), and two addresses are one page where they then differ in nothing but http or https, `www.`, trailing
 * slashes, and percent-encoding without meaning (`pageKey`). The address stored is the first one given. Parameters and
 * their order count, upper and lower case of the path count, and so do `m.` hosts and AMP addresses: whether those are
 * the same page, only the site knows. What is no web page, and the engines' own search links, are no citations.
 *
 * An address that is written out counts where its host is below a public suffix: `www.example.comRead`, a router's
 * `http://192.168.1.1` and `localhost` are no sources. Of what an engine lists or makes a link, any host counts.
 *
 * The title is the first one given; the label of a link serves where it says more than a number or an address. Gemini's
 * grounding links hide the cited address and give its host as their title: the site is then that host's, the address
 * stays.
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

/** @param text what stands with the address, of which `title` is what can serve as the page's title */
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

/** Whether a label is more than a number (`[3]`, `¹`), an address (`nytimes.com`, `www.example.com/a…`) or a chip (`CNET+2`). */
function isTitle(label: string): boolean {
  if (!/\p{L}/u.test(label) || /\+\d{1,3}$/.test(label)) return false
  if (/\s/.test(label)) return true
  if (/^(?:[a-z]+:\/\/|www\.)/i.test(label)) return false
  const [host = ''] = label.split(/[/?#:]/, 1)
  return namedHost(host.replace(/[.…]+$/u, '').toLowerCase()) === undefined
}
