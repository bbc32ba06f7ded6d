import type { Truncation } from '../../fetching/decode-body.ts'
import type { FetchProblemKind } from '../../fetching/fetch-problem.ts'
import type { Encoding } from '../../text/decode-html.ts'
import type { CrawledAddress } from '../crawled.ts'
import type { PageOffer } from './page-offers.ts'

/**
 * Known facts of a crawled URL. Plain data for `JSON.stringify` and PostgreSQL’s `jsonb`, limited in size
 * whatever the page contains. Checks use nothing else.
 */
export interface PageFacts extends Omit<CrawledAddress, 'end'> {
  /** Why there was no response; null if there was one. */
  problem: { kind: FetchProblemKind; message: string } | null
  /** The last response; null if there was none. */
  response: ResponseFacts | null
  /** Of an HTML page at this exact URL; null for redirects, other content types and empty bodies. */
  document: DocumentFacts | null
}

export interface ResponseFacts {
  /** The URL that responded, after redirects. */
  url: string
  status: number
  /** The lowercase media type without parameters; empty if missing. */
  contentType: string
  contentEncoding: string
  /** The response is a bot challenge instead of the page. */
  isChallenge: boolean
  firstByteMs: number
  totalMs: number
  /** Bytes of the body, decoded and as received. */
  bytes: number
  encodedBytes: number
  /** The announced length, even without a body; null if missing. */
  contentLength: number | null
  truncated: Truncation | false
  /** For conditional requests of the next audit. */
  etag: string | null
  lastModified: string | null
  /** From `X-Robots-Tag`. */
  robots: RobotsRule[]
  /** Absolute, from `Link`. */
  canonicals: string[]
  alternates: Alternate[]
  /** `Strict-Transport-Security` is in effect. */
  hasHsts?: true
  /** It has a `Content-Security-Policy`. */
  hasCsp?: true
  /** From `Refresh`. */
  refresh: Refresh | null
}

export interface DocumentFacts {
  encoding: Encoding
  /** Whether only the beginning was read, as the page exceeds the limit. */
  isCut: boolean
  titles: string[]
  descriptions: string[]
  lang: string | null
  viewport: string | null
  robots: RobotsRule[]
  canonicals: string[]
  alternates: Alternate[]
  /** By a meta element, or by a script in an almost empty page. */
  refresh: Refresh | null
  headings: HeadingFacts
  links: PageLink[]
  /** Elements with a web URL, including those beyond the limit of `links`. */
  linkCounts: { internal: number; external: number }
  /** Link targets that are not valid URLs. */
  malformedLinks: string[]
  /** Targets of scripts used as links: a URL if it can be parsed, otherwise as written. */
  scriptedLinks?: string[]
  /** Anchors on the page that links can target; missing if there are too many. */
  anchors?: string[]
  /** The main text is in this language, unlike `lang` says. Missing if both agree, or the text does not tell. */
  writtenIn?: string
  /** All of the main text is in elements with `data-nosnippet`. */
  isUnquotable?: true
  /** The beginnings of texts that their style hides. */
  hiddenTexts?: string[]
  /** Question headings before a first paragraph that is too long to be quoted as the answer. */
  lateAnswers?: string[]
  /** The page shows who wrote it, and perhaps when. */
  byline?: { author: string; date?: string }
  /** It has a content security policy in a meta element. */
  hasCsp?: true
  images: PageImage[]
  /** Other versions of images, from `srcset`. */
  imageVersions?: string[]
  /** Style sheets and scripts that it loads. */
  parts?: string[]
  imageCounts: { all: number; withoutAlt: number; emptyAlt: number }
  /** Resources loaded without encryption by an https page. */
  insecureResources: string[]
  structuredData: StructuredDataFacts
  /** `og:…`, `twitter:…`, `article:…` and `author`, the first of each. */
  social: Record<string, string>
  /** Words of the main text, without repeated parts (navigation, header, footer). */
  words: number
  /** A hash of the page’s layout, equal for pages of one template. Missing in audits of earlier releases. */
  skeleton?: string
  /** SimHash of the main text in 16 hexadecimal digits; null if the text is too short to compare. */
  fingerprint: string | null
  /** There is almost no text, and signs that a script would load it. */
  needsJavaScript: boolean
  /** The title or main heading says that the page does not exist. */
  soundsNotFound: boolean
  /** It has no text, image or link, and no sign of a script that would load them. */
  isEmpty?: true
  /** It is the source of a page, with template placeholders that were not filled in. */
  isTemplate?: true
}

/** Lowercase directives for one crawler, or `*` for all, such as `noindex` or `max-snippet:0`. */
export interface RobotsRule {
  agent: string
  directives: string[]
}

/** A version of the page in another language (hreflang). */
export interface Alternate {
  lang: string
  url: string
}

export interface Refresh {
  seconds: number
  /** Absolute; null if it is the page itself or invalid. */
  url: string | null
}

export interface HeadingFacts {
  /** The number of headings per level, from h1. */
  counts: number[]
  empty: number
  /** The first headings, in order. */
  first: { level: number; text: string }[]
}

/** All links of a page to one URL. */
export interface PageLink {
  /** Absolute, without a fragment. */
  url: string
  count: number
  isExternal?: true
  /** How many of them have no text, no image with alternative text and no label. */
  withoutText?: number
  isNofollow?: true
  /** How many of them have a generic text, such as “here”. */
  withGenericText?: number
  /** Decoded fragments that they target; only for links within the site. */
  fragments?: string[]
}

/** All uses of one image on a page. */
export interface PageImage {
  /** Absolute; the beginning for inline images (`data:`). */
  url: string
  /** How many of them have no alternative text and are not marked as decorative. */
  withoutAlt?: number
}

export interface StructuredDataFacts {
  /** Types of all nodes of JSON-LD and microdata, without a prefix. */
  types: string[]
  /** Why blocks of JSON-LD could not be read. */
  faults: string[]
  /** Types of nodes without a vocabulary: their meaning is unknown without a context. */
  withoutContext?: string[]
  /** Types and properties (`Type.property`) that schema.org does not define. */
  unknown?: string[]
  /** Properties whose value has an invalid form. */
  invalid?: string[]
  /** The latest `datePublished` or `dateModified` by `Type.property`, as YYYY-MM-DD. */
  days?: Record<string, string>
  /** Nodes that lack required or recommended properties of their type. */
  incomplete: { type: string; missing: string[]; recommended: string[] }[]
  hasMicrodata: boolean
  hasRdfa: boolean
  /** A node has an author. */
  hasAuthor?: true
  /** Of the product that the page is about. */
  offers?: PageOffer[]
}

/** Limits of the read and stored parts of a page. Lengths are in UTF-16 units. */
export const factLimits = {
  htmlBytes: 2 * 1024 * 1024,
  texts: 5,
  textLength: 500,
  headings: 60,
  headingLength: 200,
  links: 3000,
  images: 1000,
  malformedLinks: 50,
  scriptedLinks: 50,
  fragments: 50,
  fragmentLength: 200,
  anchors: 3000,
  alternates: 200,
  robotsRules: 20,
  insecureResources: 100,
  parts: 200,
  imageVersions: 500,
  urlLength: 2048,
  dataUrlLength: 60,
  structuredDataBlocks: 50,
  structuredDataNodes: 5000,
  structuredDataFacts: 40,
} as const
