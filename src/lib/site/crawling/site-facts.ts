import type { FetchProblemKind } from '../../fetching/fetch-problem.ts'
import type { Redirect } from '../../fetching/follow-redirects.ts'
import type { ReaderDifference } from '../pages/compare-readings.ts'
import type { FeedItem } from '../products/product-feed.ts'
import type { TrapKind } from './traps.ts'

/** The result of a request, without the body. */
export interface Outcome {
  /** Redirects, in order. */
  redirects: Redirect[]
  /** Of the last response; null if there was none. */
  status: number | null
  /** Why there was no response. */
  problem: FetchProblemKind | null
}

/** The robots.txt of the home page’s origin, parsed by RFC 9309. */
export interface RobotsFacts extends Outcome {
  url: string
  /**
   * `missing` (4xx, or too many redirects) allows everything; `unreachable` (5xx, 429, or no response)
   * nothing, so that the site is not read at all.
   */
  state: 'read' | 'missing' | 'unreachable'
  /** The first 500 KiB. */
  text: string
  /** Whether the file is larger. */
  isCutOff: boolean
  /** The requested delay for this audit; null if there is none. */
  crawlDelaySeconds: number | null
  /** Absolute URLs. */
  sitemaps: string[]
  /** The first lines without a record that a known crawler reads, and their total. */
  unknownLines: { line: number; text: string }[]
  unknownLineCount: number
  /** Whether this audit is allowed to read the home page. */
  isHomeAllowed: boolean
}

export interface BotAccess {
  bot: string
  operator: string
  purpose: string
  /** Its token in robots.txt. */
  robotsToken: string
  isAllowed: boolean
  /** The deciding line of robots.txt, as written; null if there is none. */
  rule: { line: number; text: string } | null
  /** The result of a request under its name; null if none was made. */
  probe: Probe | null
}

export interface Probe extends Outcome {
  /** The response was a bot challenge instead of the page. */
  isChallenge: boolean
}

/** The pages of one template with one first path segment, such as `/blog/`. Those without a folder belong to `/`. */
export interface SiteSection {
  path: string
  /** 1 for the template of most pages of the section. Missing in audits of earlier releases. */
  template?: number
  pages: number
  /** The page with the shortest URL stands for the others. */
  url: string
}

export interface SectionAccess extends SiteSection {
  /** All bots of the catalog. `differs` names what a bot did not get like this audit. */
  bots: (BotAccess & { differs?: ReaderDifference[] })[]
  /** Missing if the scripts of the page were not run. */
  rendering?: Rendering
}

/** What only readers that run the scripts of a page get, or why they could not be run. */
export interface Rendering {
  differs: ReaderDifference[]
  problem: string | null
  /** Words before and after the scripts. Missing if they could not be run, and in audits of earlier releases. */
  words?: { served: number; rendered: number }
}

/** Problems of a sitemap file. Problems of its entries are reported with their pages. */
export type SitemapFaultKind =
  /** Invalid or truncated XML; also a text file without URLs. */
  | 'malformed'
  /** XML, but neither `urlset` nor `sitemapindex`. */
  | 'not_a_sitemap'
  /** More than 50 MB uncompressed; the rest was not read. */
  | 'too_large'
  /** More than 50,000 entries; the rest was not read. */
  | 'too_many_entries'
  /** The connection or the compressed data ended early. */
  | 'cut_off'
  /** Entries without an absolute web URL. */
  | 'invalid_address'
  /** Entries of other hosts, which engines ignore. */
  | 'other_site'
  /** `lastmod` that is not a W3C date. */
  | 'invalid_lastmod'
  /** `lastmod` more than a day in the future. */
  | 'future_lastmod'
  /** An index within an index, which the protocol does not allow. */
  | 'nested_index'
  | 'empty'

export interface SitemapFault {
  kind: SitemapFaultKind
  count: number
  /** The first invalid entries. */
  examples: string[]
}

export interface SitemapFacts extends Outcome {
  url: string
  /** How it was discovered: in robots.txt, at a common path, or in an index. */
  foundIn: 'robots' | 'usual' | 'index'
  /** The index that lists it. */
  parent: string | null
  /** Null if it could not be read or is neither. */
  kind: 'pages' | 'index' | null
  entries: number
  /** Uncompressed. */
  bytes: number
  /** The oldest and newest `lastmod` of its entries, ISO 8601 in UTC; null if there is none. */
  oldestLastmod: string | null
  newestLastmod: string | null
  entriesWithoutLastmod: number
  faults: SitemapFault[]
}

/** llms.txt, a proposed description of a site for language models (llmstxt.org). */
export interface LlmsTxtFacts extends Outcome {
  url: string
  /** Whether it exists as text, rather than a page that the site sends for every URL. */
  exists: boolean
  /** The heading that the proposal requires at its start. */
  title: string | null
  /** The first 1,000 linked absolute URLs. */
  links: string[]
  bytes: number
}

/** A file that tells shopping agents how to buy on the site: of ACP or UCP. */
export interface AgentFileFacts extends Outcome {
  kind: 'acp' | 'ucp'
  url: string
  /** Names of missing or invalid fields. */
  faults: string[]
}

/** A feed of products that the site declares. Without items if it did not respond. */
export interface ProductFeedFacts extends Outcome {
  url: string
  items: FeedItem[]
}

/** Why links were not followed. */
export type SkippedLinkKind = TrapKind | 'page_limit'

export interface CrawlFacts {
  /**
   * `complete`: all known pages were read, and all links followed. `page_limit`: links were skipped because
   * the site has more pages than an audit reads. `not_answering`: the site stopped responding.
   */
  end: 'complete' | 'page_limit' | 'time_limit' | 'not_answering'
  /** Requested and remaining URLs. */
  read: number
  unread: number
  /** Links and sitemap entries that were not followed, by reason. */
  passedOver: { kind: SkippedLinkKind; links: number; examples: string[] }[]
}

/** Site-wide facts. Plain data. */
export interface SiteFacts {
  /** The first URL that was read. */
  home: Outcome & {
    url: string
    /** Why https was requested but not used; null if it was used or not requested. */
    httpsProblem: FetchProblemKind | null
  }
  /** The hosts of the site, the home page’s first. */
  hosts: string[]
  robots: RobotsFacts
  /** Access of all bots of the catalog to the home page. */
  bots: BotAccess[]
  /** The largest sections; empty if none was probed. */
  sections: SectionAccess[]
  /** Sitemaps in robots.txt and indexes, and existing ones at the common paths. */
  sitemaps: SitemapFacts[]
  /** Unique pages in the sitemaps. */
  sitemapPages: number
  /** Sitemaps that were not read because there are too many or they are too large. */
  unreadSitemaps: number
  llmsTxt: LlmsTxtFacts
  /** Existing files. Missing in audits of earlier releases. */
  agentFiles?: AgentFileFacts[]
  /** Missing in audits of earlier releases. */
  productFeeds?: ProductFeedFacts[]
  crawl: CrawlFacts
}
