import type { FetchProblemKind } from '../../fetching/fetch-problem.ts'
import type { Redirect } from '../../fetching/follow-redirects.ts'
import type { TrapKind } from './traps.ts'

/** What became of a request, without its body. */
export interface Outcome {
  /** Steps that it led over, in their order. */
  redirects: Redirect[]
  /** Of the last response; null where there was none. */
  status: number | null
  /** Why there was none. */
  problem: FetchProblemKind | null
}

/** The robots.txt of the home page’s origin, read after RFC 9309. */
export interface RobotsFacts extends Outcome {
  url: string
  /**
   * `missing` (4xx, or too many redirects) allows everything, `unreachable` (5xx, 429, or no response) nothing: the
   * site is then not read at all.
   */
  state: 'read' | 'missing' | 'unreachable'
  /** What was read of it, at most 500 KiB. */
  text: string
  /** Whether it is larger than that. */
  isCutOff: boolean
  /** What it asks of this audit; null where it asks for none. */
  crawlDelaySeconds: number | null
  /** Absolute addresses. */
  sitemaps: string[]
  /** The first lines that are no record that anybody reads, and how many there are. */
  unknownLines: { line: number; text: string }[]
  unknownLineCount: number
  /** Whether this audit may read the home page. */
  isHomeAllowed: boolean
}

/** What a bot of the catalogue meets on the home page. */
export interface BotAccess {
  bot: string
  operator: string
  purpose: string
  /** What addresses it in robots.txt. */
  robotsToken: string
  isAllowed: boolean
  /** The line of robots.txt that decides, as it is written; null where none does. */
  rule: { line: number; text: string } | null
  /** What a request under its name got; null where none was made. */
  probe: Probe | null
}

export interface Probe extends Outcome {
  /** A page that wants proof of a human came in place of the home page. */
  isChallenge: boolean
}

/** What is wrong with a sitemap as a file; what is wrong with its entries shows on their pages. */
export type SitemapFaultKind =
  /** No XML, or not to its end; also a text file that lists no addresses. */
  | 'malformed'
  /** XML, but neither `urlset` nor `sitemapindex`. */
  | 'not_a_sitemap'
  /** More than 50 MB when uncompressed; the rest was not read. */
  | 'too_large'
  /** More than 50,000 entries; the rest was not read. */
  | 'too_many_entries'
  /** The connection ended, or its compression broke, before its end. */
  | 'cut_off'
  /** Entries that are no absolute web address. */
  | 'invalid_address'
  /** Entries of other hosts, which engines pass over. */
  | 'other_site'
  /** `lastmod` that is no date of the W3C’s format. */
  | 'invalid_lastmod'
  /** `lastmod` that lies more than a day ahead. */
  | 'future_lastmod'
  /** An index within an index, which the protocol does not have. */
  | 'nested_index'
  | 'empty'

export interface SitemapFault {
  kind: SitemapFaultKind
  count: number
  /** The first offending entries. */
  examples: string[]
}

export interface SitemapFacts extends Outcome {
  url: string
  /** How it became known: from robots.txt, at one of the usual addresses, or from an index. */
  foundIn: 'robots' | 'usual' | 'index'
  /** The index that lists it. */
  parent: string | null
  /** null where it could not be read, or is neither. */
  kind: 'pages' | 'index' | null
  entries: number
  /** Uncompressed. */
  bytes: number
  /** The oldest and the newest `lastmod` of its entries, ISO 8601 in UTC; null where it has none. */
  oldestLastmod: string | null
  newestLastmod: string | null
  entriesWithoutLastmod: number
  faults: SitemapFault[]
}

/** llms.txt, a proposal of what to tell language models about a site (llmstxt.org). */
export interface LlmsTxtFacts extends Outcome {
  url: string
  /** Whether there is one: a text, not a page of the site that answers to every address. */
  exists: boolean
  /** The heading that the proposal wants at its start. */
  title: string | null
  /** Absolute addresses that it links to, the first 1,000. */
  links: string[]
  bytes: number
}

/** Why links were not followed. */
export type SkippedLinkKind = TrapKind | 'page_limit'

/** How far the reading of pages came. */
export interface CrawlFacts {
  /**
   * `complete`: all that is known was read, and all that was linked to is known. `page_limit`: links were left out
   * because the site has more pages than an audit reads. `not_answering`: the site stopped to answer.
   */
  end: 'complete' | 'page_limit' | 'time_limit' | 'not_answering'
  /** Addresses that were asked for, and those that were left. */
  read: number
  unread: number
  /** Links on pages, and entries of sitemaps, that were not followed, by the reason. */
  passedOver: { kind: SkippedLinkKind; links: number; examples: string[] }[]
}

/** What is known about a site apart from its pages. Plain data. */
export interface SiteFacts {
  /** Where reading begins. */
  home: Outcome & {
    url: string
    /** Why it is not read over https although that was asked for; null where it is, or was not. */
    httpsProblem: FetchProblemKind | null
  }
  /** The hosts that are the site, the home page’s first. */
  hosts: string[]
  robots: RobotsFacts
  /** All bots of the catalogue. */
  bots: BotAccess[]
  /** Those of robots.txt and of indexes, and those of the usual addresses that are there. */
  sitemaps: SitemapFacts[]
  /** Distinct pages of the site that sitemaps list. */
  sitemapPages: number
  /** Sitemaps that were not read because there are too many, or too large ones. */
  unreadSitemaps: number
  llmsTxt: LlmsTxtFacts
  crawl: CrawlFacts
}
