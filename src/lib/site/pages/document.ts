import { crawlAddress } from '../crawl-address.ts'
import { createBylineReader } from './document-byline.ts'
import { createHeadReader } from './document-head.ts'
import { createLinkReader } from './document-links.ts'
import { createMediaReader } from './document-media.ts'
import { createSkeletonReader } from './document-skeleton.ts'
import { createHeadingReader, createTextReader, type TextFacts } from './document-text.ts'
import elementNames from './elements.json' with { type: 'json' }
import { createHiddenTextReader, mayHide } from './hidden-text.ts'
import { type Attributes, type HtmlHandler, readHtml } from './html-reader.ts'
import { createMicrodataReader } from './microdata.ts'
import notFoundTitles from './not-found-titles.json' with { type: 'json' }
import { type DocumentFacts, factLimits, type Refresh } from './page-facts.ts'
import { createStructuredDataReader } from './structured-data.ts'
import { otherLanguage } from './text-language.ts'
import { createUnquotableReader, mayForbidSnippets } from './unquotable-text.ts'
import { isUnrenderedTemplate, scriptTarget } from './unrendered-pages.ts'

/** Titles of “not found” pages, in the most common languages of sites. */
const notFound = notFoundTitles.map((wording) => new RegExp(wording))
/** Elements that load a resource from a URL. */
const resources = elementNames.resources.split(' ')
const withAttributes = new Set([...elementNames.read.split(' '), ...resources])
/** Elements of a head. Any other starts the body, with or without a tag (HTML Standard, 13.2.6.4.4). */
const headElements = new Set(elementNames.head.split(' '))
/** Elements that show something other than text. */
const shown = new Set([...elementNames.shown.split(' '), ...resources])
/** Pages that a script fills have less text before it runs. */
const fewWords = 30
/** A page that redirects may also offer a link, but has no menu. */
const fewLinks = 5
const maxScriptText = 20_000
const maxFirstText = 1000
/** The part of a page to search for such an element. */
const rootWithin = 256 * 1024
/** The empty root element into which common frameworks render a page. */
const emptyRoot =
  /<(?:div|main)\s(?:[^>]{0,300}\s)?id\s*=\s*["']?(?:(?:[\w-]{1,30}-)?(?:root|app)|swagger-ui|__next|__nuxt|___gatsby|svelte|q-app|react-root)["']?[^>]{0,300}>\s{0,200}<\/(?:div|main)>|<app-root[^>]{0,300}>\s{0,200}<\/app-root>/i

/** Reads an HTML document with its URL. Never throws. */
export function readDocument(html: string, url: string): Omit<DocumentFacts, 'encoding' | 'isCut'> {
  const readers = createReaders(url)
  const microdata = /\sitemscope[\s=>/]/i.test(html) ? createMicrodataReader() : undefined
  const seen: Seen = { scripts: 0, scriptText: '', firstText: '', isShowing: false }
  const handler = createHandler(readers, seen)
  const hidden = mayHide(html) ? createHiddenTextReader() : undefined
  const unquotable = mayForbidSnippets(html) ? createUnquotableReader() : undefined
  const close = [microdata, hidden, unquotable].filter((one) => one !== undefined)
  const elements = close.length > 0 ? { has: () => true } : withAttributes.union(clickedElements(html))
  const handlers = [handler, ...close]
  readHtml(html, elements, all(handlers))
  for (const item of microdata?.items() ?? []) readers.structuredData.readItem(item)
  const { head, links, media, headings, texts, structuredData, byline, skeleton } = readers
  links.close()
  const headFacts = head.facts()
  const headingFacts = headings.facts()
  const textFacts = texts.facts()
  const linkFacts = links.facts()
  const firstHeading = headingFacts.first.find(({ level }) => level === 1)?.text ?? ''
  const needsJavaScript = seen.scripts > 0 && looksEmpty(html, textFacts)
  const hasLittle = !needsJavaScript && textFacts.ownWords < fewWords && linkFacts.links.length <= fewLinks
  const refresh = headFacts.refresh ?? (hasLittle ? scriptRefresh(seen, head.baseUrl()) : null)
  const words = textFacts.words + headFacts.titles.join('').length
  const writtenIn = otherLanguage(headFacts.lang, textFacts.beginning)
  const isEmpty = hasLittle && refresh === null && words === 0 && linkFacts.links.length === 0
  return {
    ...headFacts,
    ...linkFacts,
    refresh,
    ...media.facts(),
    headings: headingFacts,
    structuredData: structuredData.facts(html, url),
    ...byline.facts(),
    ...skeleton.facts(),
    words: textFacts.words,
    fingerprint: textFacts.fingerprint,
    needsJavaScript,
    ...anchorsOf(html),
    ...(writtenIn !== undefined && { writtenIn }),
    ...(unquotable !== undefined && isAll(unquotable.words(), textFacts) && { isUnquotable: true as const }),
    ...(hidden !== undefined && hidden.texts().length > 0 && { hiddenTexts: hidden.texts() }),
    soundsNotFound: [headFacts.titles[0] ?? '', firstHeading].some((title) =>
      notFound.some((wording) => wording.test(title.toLowerCase())),
    ),
    ...(isEmpty && !seen.isShowing && { isEmpty: true as const }),
    ...(isUnrenderedTemplate(html, headFacts.titles[0] ?? '', seen.firstText) && {
      isTemplate: true as const,
    }),
  }
}

const createReaders = (url: string) => ({
  head: createHeadReader(url),
  links: createLinkReader(url),
  media: createMediaReader(url),
  headings: createHeadingReader(),
  byline: createBylineReader(),
  skeleton: createSkeletonReader(),
  texts: createTextReader(),
  structuredData: createStructuredDataReader(),
})

/** Allows for a short rest, such as a caption. */
const isAll = (words: number, { ownWords }: TextFacts) => words > 0 && words >= ownWords * 0.95

/** Combines several handlers. */
function all(handlers: readonly HtmlHandler[]): HtmlHandler {
  const [first, ...others] = handlers
  if (first !== undefined && others.length === 0) return first
  return {
    open(name, attributes) {
      for (const handler of handlers) handler.open(name, attributes)
    },
    close(name) {
      for (const handler of handlers) handler.close(name)
    },
    text(piece) {
      for (const handler of handlers) handler.text(piece)
    },
  }
}

const clickedElements = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(/<([a-z][a-z0-9-]{0,30})\b[^<>]*?\sonclick\s*=/gi)].map(([, name = '']) => name.toLowerCase()),
  )

const named = /\s(?:id|name)\s*=\s*(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s"'>]{1,200}))/gi

/** The names of anchors, found in the source, as most elements are read without their attributes. */
function anchorsOf(html: string): { anchors?: string[] } {
  const anchors = new Set<string>()
  for (const [, double, single, plain = ''] of html.matchAll(named)) {
    anchors.add((double ?? single ?? plain).replaceAll('&amp;', '&'))
    if (anchors.size > factLimits.anchors) return {}
  }
  return { anchors: [...anchors] }
}

/** Values collected while reading, for the result at the end. */
interface Seen {
  scripts: number
  /** The beginning of inline scripts. */
  scriptText: string
  firstText: string
  /** Whether the page shows something other than text. */
  isShowing: boolean
}

/** A redirect by script, which owners use if they cannot configure their server. */
function scriptRefresh({ scriptText }: Seen, baseUrl: string): Refresh | null {
  const target = scriptTarget(scriptText)
  const url = target === undefined ? undefined : crawlAddress(target, baseUrl)
  return url === undefined ? null : { seconds: 0, url }
}

function createHandler(readers: ReturnType<typeof createReaders>, seen: Seen): HtmlHandler {
  const { head, links, media, headings, texts, structuredData, byline, skeleton } = readers
  const depth = { template: 0, svg: 0, noscript: 0 }
  let isInHead = true
  /** The element whose text is captured as a whole: a title, a script. */
  let captured: 'title' | 'data' | 'script' | 'other' | undefined
  let capturedText = ''
  let blocks = 0

  function openScript(attributes: Attributes) {
    const isData = attributes.get('type')?.trim().toLowerCase().startsWith('application/ld+json')
    captured = isData ? 'data' : 'script'
    if (!isData) seen.scripts++
    if (isData) blocks++
    media.resource('script', attributes, head.baseUrl())
  }
  function endCapture() {
    if (captured === 'title') head.title(capturedText)
    if (captured === 'data' && blocks <= factLimits.structuredDataBlocks) structuredData.read(capturedText)
    captured = undefined
    capturedText = ''
  }
  function openElement(name: string, attributes: Attributes) {
    if (name === 'a' || name === 'area') {
      links.open(attributes, head.baseUrl())
      byline.link(/\bauthor\b/i.test(attributes.get('rel') ?? ''))
    } else if (name === 'img') {
      media.image(attributes, head.baseUrl())
      media.versions(attributes, head.baseUrl())
      const alt = attributes.get('alt') ?? ''
      links.label(alt)
      headings.text(alt)
    } else if (name === 'meta') head.meta(attributes, isInHead)
    else if (name === 'link') {
      head.link(attributes, isInHead)
      media.resource('link', attributes, head.baseUrl())
    } else if (name === 'html') head.html(attributes)
    else if (name === 'base') head.base(attributes)
    else if (name === 'script') openScript(attributes)
    else if (name === 'style') captured = 'other'
    else if (name === 'title' && depth.svg === 0) captured = isInHead ? 'title' : 'other'
    else if (name === 'svg') links.label(attributes.get('aria-label') ?? '')
    else if (isHeading(name)) headings.open(name.charCodeAt(1) - 48)
    else if (resources.includes(name)) {
      media.resource(name, attributes, head.baseUrl())
      if (name === 'source') media.versions(attributes, head.baseUrl())
    }
    if (name !== 'a' && name !== 'area' && attributes.has('onclick')) links.scripted(attributes, head.baseUrl())
    if (name === 'area') links.close()
  }

  return {
    open(name, attributes) {
      texts.open(name)
      byline.open(name)
      // Browsers treat the content of noscript in a head as text.
      const isOfHead = headElements.has(name) || depth.noscript + depth.template > 0
      if (isInHead && !isOfHead) isInHead = false
      if (shown.has(name)) seen.isShowing = true
      if (name === 'noscript') depth.noscript++
      if (name === 'template') depth.template++
      if (depth.template === 0) {
        openElement(name, attributes)
        skeleton.open(name)
      }
      if (name === 'svg') depth.svg++
    },
    close(name) {
      texts.close(name)
      byline.close(name)
      if (depth.template === 0) skeleton.close(name)
      if (name === 'body' || name === 'html') isInHead = false
      if (captured !== undefined) endCapture()
      if (name === 'template') depth.template = Math.max(0, depth.template - 1)
      else if (name === 'noscript') depth.noscript = Math.max(0, depth.noscript - 1)
      else if (name === 'svg') depth.svg = Math.max(0, depth.svg - 1)
      else if (name === 'a') links.close()
      else if (isHeading(name)) headings.close()
    },
    text(piece) {
      if (captured !== undefined) {
        if (captured === 'script') {
          if (seen.scriptText.length < maxScriptText) seen.scriptText += piece.slice(0, maxScriptText)
        } else if (captured !== 'other') capturedText += piece
      } else if (depth.template === 0) {
        if (seen.firstText === '' && depth.noscript === 0 && /\S/.test(piece)) {
          seen.firstText = piece.slice(0, maxFirstText)
          isInHead = false
        }
        links.label(piece)
        headings.text(piece)
        texts.text(piece)
        if (texts.isContent()) byline.text(piece)
      }
    },
  }
}

function isHeading(name: string): boolean {
  const level = name.charCodeAt(1)
  return name.length === 2 && name.charCodeAt(0) === 0x68 && level >= 0x31 && level <= 0x36
}

function looksEmpty(html: string, { ownWords, noscriptText }: TextFacts): boolean {
  return ownWords < fewWords && (emptyRoot.test(html.slice(0, rootWithin)) || /javascript/i.test(noscriptText))
}
