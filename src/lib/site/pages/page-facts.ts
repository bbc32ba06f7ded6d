import type { Truncation } from '../../fetching/decode-body.ts'
import type { FetchProblemKind } from '../../fetching/fetch-problem.ts'
import type { Encoding } from '../../text/decode-html.ts'
import type { CrawledAddress } from '../crawled.ts'

/**
 * What is known of one address of a site once it was asked: plain data that survives `JSON.stringify` and PostgreSQL’s
 * `jsonb`, bounded in size whatever the page holds. The checks look at nothing else.
 */
export interface PageFacts extends Omit<CrawledAddress, 'end'> {
  /** Why there was no response; null where there was one. */
  problem: { kind: FetchProblemKind; message: string } | null
  /** The last response; null where there was none. */
  response: ResponseFacts | null
  /** Of an HTML page that answered at this very address; null for what redirects, other content types and empty bodies. */
  document: DocumentFacts | null
}

export interface ResponseFacts {
  /** The address that answered, after redirects. */
  url: string
  status: number
  /** The media type in lower case, without parameters; empty where the response names none. */
  contentType: string
  contentEncoding: string
  /** The response is a test for humans and not the page. */
  isChallenge: boolean
  firstByteMs: number
  totalMs: number
  /** Of the body, decoded and as it came. */
  bytes: number
  encodedBytes: number
  /** As the response announces it, also where no body came; null where it does not. */
  contentLength: number | null
  truncated: Truncation | false
  /** For conditional requests of the next audit. */
  etag: string | null
  lastModified: string | null
  /** From `X-Robots-Tag`. */
  robots: RobotsRule[]
  /** From `Link`, absolute. */
  canonicals: string[]
  alternates: Alternate[]
  /** `Strict-Transport-Security` is in force. */
  hasHsts?: true
  /** It has a `Content-Security-Policy`. */
  hasCsp?: true
  /** From `Refresh`. */
  refresh: Refresh | null
}

export interface DocumentFacts {
  encoding: Encoding
  /** Only the beginning was read: the page is longer than what is read of one. */
  isCut: boolean
  titles: string[]
  descriptions: string[]
  lang: string | null
  viewport: string | null
  robots: RobotsRule[]
  canonicals: string[]
  alternates: Alternate[]
  /** By a meta element, or by a script in a page with next to nothing else. */
  refresh: Refresh | null
  headings: HeadingFacts
  links: PageLink[]
  /** Elements with an address on the web, also those beyond the bound of `links`. */
  linkCounts: { internal: number; external: number }
  /** What stands in links and cannot be read as an address. */
  malformedLinks: string[]
  /** Where scripts lead in place of links, as an address where that can be read, otherwise as it is written. */
  scriptedLinks?: string[]
  /** Names of places within it that links may lead to; missing where there are too many. */
  anchors?: string[]
  /** The beginnings of texts whose style keeps them from being seen. */
  hiddenTexts?: string[]
  /** It names a content security policy in a meta element. */
  hasCsp?: true
  images: PageImage[]
  /** Other versions of images, from `srcset`. */
  imageVersions?: string[]
  /** Style sheets and scripts that it loads. */
  parts?: string[]
  imageCounts: { all: number; withoutAlt: number; emptyAlt: number }
  /** What a page served over https loads without it. */
  insecureResources: string[]
  structuredData: StructuredDataFacts
  /** `og:…` and `twitter:…`, the first of each. */
  social: Record<string, string>
  /** Words of the main text; what repeats around it (navigation, header, footer) does not count. */
  words: number
  /** SimHash of the main text in 16 hexadecimal digits; null where there is too little of it to compare. */
  fingerprint: string | null
  /** There is next to no text, and signs that a script would bring it. */
  needsJavaScript: boolean
  /** The title or main heading says that there is no such page. */
  soundsNotFound: boolean
  /** There is nothing in it for anybody: no word, no image, no link, and no sign of a script that would bring them. */
  isEmpty?: true
  /** It is the source of a page: the places that a program should have filled in are still there. */
  isTemplate?: true
}

/** Directives for one crawler, `*` for all: as in `noindex` or `max-snippet:0`, in lower case. */
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
  /** Absolute; null where it is the page itself or no address. */
  url: string | null
}

export interface HeadingFacts {
  /** How many there are of each level, from h1. */
  counts: number[]
  empty: number
  /** The first of them in their order. */
  first: { level: number; text: string }[]
}

/** All links of a page to one address. */
export interface PageLink {
  /** Absolute, without a fragment. */
  url: string
  count: number
  isExternal?: true
  /** How many of them say nothing: no text, no image with an alternative text, no label. */
  withoutText?: number
  isNofollow?: true
  /** How many of them say what links to anything say, such as “here”. */
  withGenericText?: number
  /** Places of the page that they lead to, decoded; of links within the site. */
  fragments?: string[]
}

/** All uses of one image on a page. */
export interface PageImage {
  /** Absolute; of images within the page (`data:`) the beginning. */
  url: string
  /** How many of them have no alternative text and are not marked as decoration. */
  withoutAlt?: number
}

export interface StructuredDataFacts {
  /** Types of all nodes of JSON-LD and microdata, without a prefix. */
  types: string[]
  /** Why a block of JSON-LD could not be read. */
  faults: string[]
  /** Types of nodes that name no vocabulary: without a context nobody knows what they mean. */
  withoutContext?: string[]
  /** Types and properties (`Type.property`) that schema.org does not have. */
  unknown?: string[]
  /** Properties whose value is not of the form that it should have. */
  invalid?: string[]
  /** Nodes without what their type needs or should have. */
  incomplete: { type: string; missing: string[]; recommended: string[] }[]
  hasMicrodata: boolean
  hasRdfa: boolean
}

/** How much is stored of a page, and read of it. Lengths are UTF-16 units. */
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
