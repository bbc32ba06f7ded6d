import { createHeadReader } from './document-head.ts'
import { createLinkReader } from './document-links.ts'
import { createMediaReader } from './document-media.ts'
import { createHeadingReader, createTextReader, type TextFacts } from './document-text.ts'
import { type Attributes, type HtmlHandler, readHtml } from './html-reader.ts'
import { type DocumentFacts, factLimits } from './page-facts.ts'
import { createStructuredDataReader } from './structured-data.ts'
import { saysNotFound } from './wordings.ts'

/** Elements that load something by an address of theirs. */
const resources = ['audio', 'embed', 'iframe', 'object', 'source', 'track', 'video']
const withAttributes = new Set([
  ...['a', 'area', 'base', 'html', 'img', 'link', 'meta', 'script', 'svg'],
  ...resources,
])
/** Pages that a script fills have so little text before it runs. */
const fewWords = 30
/** Where in a page such an element is looked for. */
const rootWithin = 256 * 1024
/** An element that scripts of the common frameworks put a whole page into, with nothing in it. */
const emptyRoot =
  /<(?:div|main)\s(?:[^>]{0,300}\s)?id\s*=\s*["']?(?:root|app|__next|__nuxt|___gatsby|svelte|q-app|react-root)["']?[^>]{0,300}>\s{0,200}<\/(?:div|main)>|<app-root[^>]{0,300}>\s{0,200}<\/app-root>/i

/** Reads an HTML document that stands at an address. Never throws, whatever it holds. */
export function readDocument(html: string, url: string): Omit<DocumentFacts, 'encoding' | 'isCut'> {
  const readers = {
    head: createHeadReader(url),
    links: createLinkReader(url),
    media: createMediaReader(url),
    headings: createHeadingReader(),
    texts: createTextReader(),
    structuredData: createStructuredDataReader(),
  }
  const scripts = { count: 0 }
  readHtml(html, withAttributes, createHandler(readers, scripts))
  const { head, links, media, headings, texts, structuredData } = readers
  links.close()
  const headFacts = head.facts()
  const headingFacts = headings.facts()
  const textFacts = texts.facts()
  const firstHeading = headingFacts.first.find(({ level }) => level === 1)?.text ?? ''
  return {
    ...headFacts,
    ...links.facts(),
    ...media.facts(),
    headings: headingFacts,
    structuredData: structuredData.facts(html),
    words: textFacts.words,
    fingerprint: textFacts.fingerprint,
    needsJavaScript: scripts.count > 0 && looksEmpty(html, textFacts),
    soundsNotFound: [headFacts.titles[0] ?? '', firstHeading].some(saysNotFound),
  }
}

interface Readers {
  head: ReturnType<typeof createHeadReader>
  links: ReturnType<typeof createLinkReader>
  media: ReturnType<typeof createMediaReader>
  headings: ReturnType<typeof createHeadingReader>
  texts: ReturnType<typeof createTextReader>
  structuredData: ReturnType<typeof createStructuredDataReader>
}

function createHandler(readers: Readers, scripts: { count: number }): HtmlHandler {
  const { head, links, media, headings, texts, structuredData } = readers
  const depth = { template: 0, svg: 0 }
  /** The element whose text is taken as a whole: a title, a script. */
  let captured: 'title' | 'data' | 'other' | undefined
  let capturedText = ''
  let blocks = 0

  function openScript(attributes: Attributes) {
    const isData = attributes.get('type')?.trim().toLowerCase().startsWith('application/ld+json')
    captured = isData ? 'data' : 'other'
    if (!isData) scripts.count++
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
    if (name === 'a' || name === 'area') links.open(attributes, head.baseUrl())
    else if (name === 'img') {
      media.image(attributes, head.baseUrl())
      const alt = attributes.get('alt') ?? ''
      links.label(alt)
      headings.text(alt)
    } else if (name === 'meta') head.meta(attributes)
    else if (name === 'link') {
      head.link(attributes)
      media.resource('link', attributes, head.baseUrl())
    } else if (name === 'html') head.html(attributes)
    else if (name === 'base') head.base(attributes)
    else if (name === 'script') openScript(attributes)
    else if (name === 'style') captured = 'other'
    else if (name === 'title' && depth.svg === 0) captured = 'title'
    else if (name === 'svg') links.label(attributes.get('aria-label') ?? '')
    else if (isHeading(name)) headings.open(name.charCodeAt(1) - 48)
    else if (resources.includes(name)) media.resource(name, attributes, head.baseUrl())
    if (name === 'area') links.close()
  }

  return {
    open(name, attributes) {
      texts.open(name)
      if (name === 'template') depth.template++
      if (depth.template === 0) openElement(name, attributes)
      if (name === 'svg') depth.svg++
    },
    close(name) {
      texts.close(name)
      if (captured !== undefined) endCapture()
      if (name === 'template') depth.template = Math.max(0, depth.template - 1)
      else if (name === 'svg') depth.svg = Math.max(0, depth.svg - 1)
      else if (name === 'a') links.close()
      else if (isHeading(name)) headings.close()
    },
    text(piece) {
      if (captured !== undefined) {
        if (captured !== 'other') capturedText += piece
      } else if (depth.template === 0) {
        links.label(piece)
        headings.text(piece)
        texts.text(piece)
      }
    },
  }
}

function isHeading(name: string): boolean {
  const level = name.charCodeAt(1)
  return name.length === 2 && name.charCodeAt(0) === 0x68 && level >= 0x31 && level <= 0x36
}

function looksEmpty(html: string, { ownWords, noscriptText }: TextFacts): boolean {
  return (
    ownWords < fewWords && (emptyRoot.test(html.slice(0, rootWithin)) || /javascript/i.test(noscriptText))
  )
}
