import { parseHTML } from 'linkedom'
import { decodeHtml } from '../../../lib/text/decode-html.ts'
import { type DomDocument, type DomElement, type DomNode, oneLine } from '../../../lib/text/dom.ts'
import { excludedAttribute, mainContent } from '../../../lib/text/main-content.ts'
import { readAuthors } from './authors.ts'
import facts from './declared-facts.json' with { type: 'json' }
import { type LinkedData, listOf, readLinkedData } from './json-ld.ts'
import { removeSurroundings } from './surroundings.ts'

const times = 'article time[datetime], main time[datetime]'

/** No web pages existed earlier. */
const earliest = Date.parse('1990-01-01')

/** Publication time, and the later of publication and modification time; undefined if not declared. */
export interface PageDates {
  publishedAt: string | undefined
  datedAt: string | undefined
}

/**
 * Reads the declared publication and modification times of a page from JSON-LD, or else `meta` elements, or else the
 * article. The earliest of several dates is the publication.
 */
export function readDates(document: DomDocument, data: LinkedData): PageDates {
  const publication = [
    data.articles.flatMap(({ datePublished }) => listOf(datePublished)),
    contentsOf(document, facts.published.metas.join()),
    contentsOf(document, facts.published.shown),
  ]
  const change = [
    data.articles.flatMap(({ dateModified }) => listOf(dateModified)),
    contentsOf(document, facts.changed.metas.join()),
    contentsOf(document, `${facts.changed.shown}, ${times}`),
  ]
  const all = publication.map((values, index) => [...values, ...(change[index] ?? [])])
  return { publishedAt: chooseMoment(publication, Math.min), datedAt: chooseMoment(all, Math.max) }
}

const contentsOf = (document: DomDocument, selector: string) =>
  [...document.querySelectorAll(selector)].map(
    (element) => element.getAttribute('datetime') ?? element.getAttribute('content'),
  )

/** Chooses among the moments of the first source that has any. */
function chooseMoment(kinds: readonly unknown[][], choose: (...moments: number[]) => number): string | undefined {
  const moments = kinds.map((values) => values.flatMap(momentOf)).find((found) => found.length > 0)
  return moments === undefined ? undefined : new Date(choose(...moments)).toISOString()
}

/** Accepts only dates that start with the year; others are ambiguous. Assumes UTC without an offset. */
function momentOf(value: unknown): number[] {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^\d{4}-\d{2}(-\d{2}|$)/.test(text)) return []
  const hasOffset = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))
  const ms = Date.parse(text.length > 10 && !hasOffset ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(ms) || ms < earliest || ms > Date.now() + 86_400_000 ? [] : [ms]
}

const blocks = new Set(
  (
    'ADDRESS ARTICLE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE H1 H2 H3 H4 H5 H6 HR LI MAIN OL P PRE ' +
    'SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
)
const invisible = new Set('SCRIPT STYLE TEMPLATE NOSCRIPT SVG MATH IFRAME OBJECT BUTTON SELECT TEXTAREA'.split(' '))
const textNode = 3
const elementNode = 1

/**
 * Returns the visible text of an element, one line per block, so that no name spans two blocks.
 * @param excludedAttribute attribute of elements to skip
 */
function visibleText(root: DomNode, excludedAttribute: string): string {
  const parts: string[] = []
  // Iterative, because nesting can exceed the call stack.
  const pending: (DomNode | '\n')[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === '\n') parts.push('\n')
    else if (node.nodeType === textNode) parts.push((node.textContent ?? '').replace(/\s+/g, ' '))
    else if (node.nodeType === elementNode) {
      const name = node.nodeName.toUpperCase()
      if (invisible.has(name)) continue
      const isBlock = blocks.has(name)
      if ((node as DomElement).hasAttribute(excludedAttribute)) {
        if (isBlock) parts.push('\n')
        continue
      }
      if (isBlock) pending.push('\n')
      pending.push(...[...node.childNodes].reverse())
      if (isBlock) parts.push('\n')
    }
  }
  return parts
    .join('')
    .replace(/ *\n */g, '\n')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

const maxLength = 200

const metas = ['meta[property="og:site_name" i]', 'meta[name="application-name" i]']

/**
 * Reads the declared publisher of a page: the site name, or else the publisher of the article, from `meta` elements or
 * JSON-LD; '' if not declared.
 */
function readOutlet(document: DomDocument, data: LinkedData): string {
  const inMetas = metas.map((selector) => document.querySelector(selector)?.getAttribute('content'))
  const publishers = data.articles.flatMap(({ publisher }) => listOf(publisher))
  const inData = [...publishers, ...data.sites].map((value) =>
    typeof value === 'string' ? value : listOf(data.resolve(value)?.name).find((name) => typeof name === 'string'),
  )
  const names = [inMetas[0], ...inData, inMetas[1]].map((name) => (typeof name === 'string' ? oneLine(name) : ''))
  const outlet = names.find((name) => name !== '' && !/^https?:/i.test(name)) ?? ''
  return outlet.slice(0, maxLength).toWellFormed()
}

/** The main content of a page. All of it is untrusted third-party text, never markup. */
export interface PageContent {
  title: string
  authors: string[]
  /** Declared publisher; '' if not declared. */
  outlet: string
  publishedAt: string | undefined
  /** The later of the declared publication and modification times; undefined if neither is declared. */
  datedAt: string | undefined
  /** Primary language subtag, such as `en`; '' if not declared. */
  language: string
  /** The main text without menus, headers, footers and similar. */
  content: string
  /** Hosts that the main text links to, including its own. */
  linkHosts: string[]
}

/** Pages with more elements are not articles and are rejected early. */
const maxElements = 50_000
const maxContentLength = 200_000
const maxTitleLength = 500
const maxLinkHosts = 300
/** Shorter texts are notices or empty frames, which would not be cited. */
const minContentLength = 80

/** Below this length, readability retries with more of the page. */
const charThreshold = 200

/**
 * Reads the metadata of a page, and its main text by readability.
 * @returns the content, or the reason for a missing main text
 */
export function readPage(body: Uint8Array, contentType: string, url: string): PageContent | string {
  // The end of a long page may be missing.
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
  if (main === undefined) return 'no main text found'
  const content = visibleText(main.element, excludedAttribute).slice(0, maxContentLength).toWellFormed()
  if (content.length < minContentLength) return 'no main text found'
  const titled = oneLine(main.title)
  // Document titles often end with the site name, which is not part of the content.
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
