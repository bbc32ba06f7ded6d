import { parseHTML } from 'linkedom'
import { decodeHtml } from '../../../lib/text/decode-html.ts'
import { type DomDocument, type DomElement, oneLine } from '../../../lib/text/dom.ts'
import { excludedAttribute, mainContent } from '../../../lib/text/main-content.ts'
import { readAuthors } from './authors.ts'
import { readDates } from './dates.ts'
import { readLinkedData } from './json-ld.ts'
import { readOutlet } from './outlet.ts'
import { removeSurroundings } from './surroundings.ts'
import { visibleText } from './visible-text.ts'

/** What a page says in its main part. All of it is text of third parties: data, never markup. */
export interface PageContent {
  title: string
  authors: string[]
  /** Who publishes it, by its own words; '' where the page does not say. */
  outlet: string
  publishedAt: string | undefined
  /** The later of when it says that it was published and changed; undefined where it says neither. */
  datedAt: string | undefined
  /** Primary subtag of a language, as `en`; '' where the page does not say. */
  language: string
  /** The main text without menus, headers, footers and whatever else surrounds it. */
  content: string
  /** Hosts that the main text links to, its own included. */
  linkHosts: string[]
}

/** Elements are counted before more is done: a page of so many is no article. */
const maxElements = 50_000
const maxContentLength = 200_000
const maxTitleLength = 500
const maxLinkHosts = 300
/** A shorter text is none that a page would be cited for: a notice, or an empty frame. */
const minContentLength = 80

/** Where readability begins to doubt its own choice, and takes in more of the page. */
const charThreshold = 200

/**
 * Reads a page: what it says of itself, and its main text by readability.
 * @returns the reason where there is no main text
 */
export function readPage(body: Uint8Array, contentType: string, url: string): PageContent | string {
  // The end of a long page is missing.
  const { text: html } = decodeHtml(Buffer.from(body), contentType, true)
  const document = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
    .document as unknown as DomDocument
  let elements = 0
  for (const _ of document.querySelectorAll('*')) elements += 1
  if (elements > maxElements) return 'the page has too many elements'
  const data = readLinkedData(document)
  const about = {
    authors: readAuthors(document, data),
    outlet: readOutlet(document, data),
    ...readDates(document, data),
    language: languageOf(document),
  }
  const heading = oneLine(document.querySelector('h1')?.textContent)
  removeSurroundings(document)
  const main = mainContent(document, { maxElemsToParse: maxElements, charThreshold, disableJSONLD: true })
  if (main === undefined) return 'no main text was found'
  const content = visibleText(main.element, excludedAttribute).slice(0, maxContentLength).toWellFormed()
  if (content.length < minContentLength) return 'no main text was found'
  const titled = oneLine(main.title)
  // Titles of documents often end with the name of the site, which its text need not speak of.
  const title = heading !== '' && (titled === '' || titled.includes(heading)) ? heading : titled
  return {
    ...about,
    title: title.slice(0, maxTitleLength).toWellFormed(),
    content,
    linkHosts: linkHosts(main.element, url),
  }
}

function languageOf(document: DomDocument): string {
  const named =
    document.documentElement?.getAttribute('lang') ??
    document.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content') ??
    document.querySelector('meta[property="og:locale"]')?.getAttribute('content') ??
    ''
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(named)?.[1]?.toLowerCase() ?? ''
}

function linkHosts(main: DomElement, url: string): string[] {
  const hosts = new Set<string>()
  for (const link of main.querySelectorAll('a[href]')) {
    if (link.closest(`[${excludedAttribute}]`) !== null) continue
    const target = URL.parse(link.getAttribute('href') ?? '', url)
    if (target === null || !/^https?:$/.test(target.protocol)) continue
    hosts.add(target.hostname)
    if (hosts.size === maxLinkHosts) break
  }
  return [...hosts]
}
