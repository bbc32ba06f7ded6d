import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodeHtml } from '../../../lib/text/decode-html.ts'
import { readAuthors } from './authors.ts'
import { readDates } from './dates.ts'
import { type DomDocument, type DomElement, oneLine } from './dom.ts'
import { readLinkedData } from './json-ld.ts'
import { visibleText } from './visible-text.ts'

/** What a page says in its main part. All of it is text of third parties: data, never markup. */
export interface PageContent {
  title: string
  authors: string[]
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

const surroundings = [
  'nav',
  'aside',
  'dialog',
  'footer',
  'menu',
  'template',
  'noscript',
  'header:not(article header):not(main header)',
  '[role="navigation"]',
  '[role="contentinfo"]',
  '[role="banner"]',
  '[role="complementary"]',
  '[role="search"]',
  '[role="dialog"]',
  '[role="menu"]',
  '[hidden]',
  '[aria-hidden="true"]',
].join(',')

/** Words within classes and ids of what surrounds a text, in the page builders that are in wide use. */
const surroundingWords = new Set(
  (
    'nav navbar navigation menu submenu megamenu footer sidebar breadcrumb breadcrumbs cookie cookies consent related ' +
    'recirc recommended newsletter masthead topbar share sharing social promo advert adslot'
  ).split(' '),
)

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
    datedAt: readDates(document, data),
    language: languageOf(document),
  }
  const heading = oneLine(document.querySelector('h1')?.textContent)
  removeSurroundings(document)
  const readability = new Readability<DomElement>(document as never, {
    maxElemsToParse: maxElements,
    charThreshold,
    disableJSONLD: true,
    serializer: (node) => node as unknown as DomElement,
  })
  const article = readability.parse()
  const main = article?.content
  if (main === null || main === undefined) return 'no main text was found'
  const content = visibleText(main).slice(0, maxContentLength).toWellFormed()
  if (content.length < minContentLength) return 'no main text was found'
  const titled = oneLine(article?.title)
  // Titles of documents often end with the name of the site, which its text need not speak of.
  const title = heading !== '' && (titled === '' || titled.includes(heading)) ? heading : titled
  return {
    ...about,
    title: title.slice(0, maxTitleLength).toWellFormed(),
    content,
    linkHosts: linkHosts(main, url),
  }
}

function removeSurroundings(document: DomDocument): void {
  for (const element of document.querySelectorAll(surroundings)) element.remove()
  for (const element of document.querySelectorAll('[class],[id]')) {
    const names = `${element.getAttribute('class') ?? ''} ${element.id ?? ''}`
    const words = names
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[\s_-]+/)
    if (!words.some((word) => surroundingWords.has(word))) continue
    // A frame around everything may be called after a part of it: "has-sidebar".
    if (element.matches('html,body,main,article,h1,p') || element.querySelector('main,article,h1') !== null)
      continue
    element.remove()
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
    const target = URL.parse(link.getAttribute('href') ?? '', url)
    if (target === null || !/^https?:$/.test(target.protocol)) continue
    hosts.add(target.hostname)
    if (hosts.size === maxLinkHosts) break
  }
  return [...hosts]
}
