import { crawlAddress } from '../../../lib/site/crawl-address.ts'
import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { isNoindex } from '../../../lib/site/pages/robots-directives.ts'
import { type Addresses, addressFlag, createAddressBook, noAddressId } from './across-pages/address-book.ts'
import { type AlternatePairs, createAlternatePairs } from './across-pages/alternates.ts'
import { type Canonicals, createCanonicals } from './across-pages/canonicals.ts'
import { createEdges, type Edges } from './across-pages/edges.ts'
import { contentOf, isBroken, refreshTarget, servedDocument } from './page-kinds.ts'

/** Larger images delay the page on typical connections. */
const heavyImageBytes = 500_000
/** Types of schema.org for things that a site sells. */
const soldTypes = ['Product', 'ProductGroup', 'Offer', 'AggregateOffer']
/** Maximum redirect steps between requested URLs. */
const maxSteps = 5
/** Beyond this many addresses, only pages get a number. Most other addresses were never requested. */
const maxLinked = 2_000_000
const heavyFlags = addressFlag.broken | addressFlag.redirects | addressFlag.heavy

export type PageLinkKind = 'links' | 'images' | 'parts' | 'canonicals' | 'alternates'

/** Collects facts of pages and returns the findings at the end. */
export interface CrossPageCheck {
  /** @param page the number of the page in `SitePages` */
  add?(facts: PageFacts, page: number): void
  finish(): Iterable<{ page: number; evidence: string[] }>
  /** The kind of link to the evidence, if the problem belongs to the link target. */
  leadsBy?: PageLinkKind
}

/** The pages of a site and their links, shared by all cross-page checks. */
export interface SitePages {
  site: SiteFacts
  /** Adds a URL. Returns its page number, dense and from 0, if it is a page of the site. */
  add(facts: PageFacts): number | undefined
  url(page: number): string
  title(page: number): string | null
  links: Edges
  images: Edges
  /** Style sheets, scripts and versions of images. */
  parts: Edges
  canonicals: Canonicals
  alternates: AlternatePairs
  addresses: Addresses
  /** Whether a page describes a product or an offer. */
  sells(): boolean
  /**
   * Whether a URL is that of a page or redirects to it. This and the following members resolve redirects, so call them
   * only after the last page.
   */
  leadsTo(url: string, page: number): boolean
  /** The final address number of a URL after redirects; 0 if unknown. */
  endOf(url: string): number
  /** Whether the page has another canonical page. */
  isCopy(page: number): boolean
  /** Whether a sitemap lists it. */
  isListed(page: number): boolean
  /** Whether another page links to it. */
  isLinked(page: number): boolean
}

export function createSitePages(site: SiteFacts): SitePages {
  const hosts = new Set(site.hosts)
  const isOfSite = (url: string) => hosts.has(URL.parse(url)?.hostname ?? '')
  const book = createAddressBook()
  const texts = new Map<number, string>()
  const urls: string[] = []
  const titles: (string | null)[] = []
  /** Address numbers by page number. */
  const numbers: number[] = []
  /** Redirect targets by address. */
  const ends = new Map<number, number>()
  const has = (address: number, flags: number) => (book.flags(address) & flags) !== 0
  const isSettled = (address: number) =>
    has(address, addressFlag.good) && !has(address, heavyFlags) && !canonicals.has(address)
  const links = createEdges(isSettled)
  const images = createEdges(isSettled)
  const parts = createEdges(isSettled)
  const addresses: Addresses = {
    numberOf: (url) => book.numberOf(url, maxLinked),
    find: (url) => book.numberOf(url, 0),
    isWhole: () => book.count() < maxLinked,
    flags: book.flags,
    text: (address) => texts.get(address) ?? '',
  }
  const ownAddress = (page: number) => numbers[page] ?? noAddressId
  const endOf = (address: number) => {
    let end = address
    for (let steps = 0; steps < maxSteps; steps++) end = ends.get(end) ?? end
    return end
  }
  const canonicals = createCanonicals(addresses, endOf)
  const alternates = createAlternatePairs(addresses, ownAddress, endOf)
  let isPropagated = false
  let sells = false

  function addLinks(page: number, address: number, facts: PageFacts) {
    for (const { url, isExternal } of servedDocument(facts)?.links ?? []) {
      const target = book.numberOf(url, maxLinked)
      if (target === noAddressId || target === address) continue
      if (isExternal && !isOfSite(url)) book.mark(target, addressFlag.external)
      book.mark(target, addressFlag.linked)
      links.add(page, target)
    }
    for (const { url } of servedDocument(facts)?.images ?? []) {
      const target = url.startsWith('http') ? book.numberOf(url, maxLinked) : noAddressId
      if (target !== noAddressId) images.add(page, target)
    }
    const { parts: loaded = [], imageVersions = [] } = servedDocument(facts) ?? {}
    for (const url of [...loaded, ...imageVersions]) {
      const target = book.numberOf(url, maxLinked)
      if (target !== noAddressId) parts.add(page, target)
    }
  }
  /**
   * Applies sitemap entries of redirects to their targets, and links to redirects and copies to the page that engines
   * index, except links from that page itself and its copies.
   */
  function propagateFlags() {
    if (isPropagated) return
    isPropagated = true
    for (const from of ends.keys()) book.mark(endOf(from), book.flags(from) & addressFlag.listed)
    if (!links.isWhole()) {
      for (const from of [...ends.keys(), ...canonicals.copies()])
        book.mark(canonicals.pageOf(from), book.flags(from) & addressFlag.linked)
      return
    }
    for (const { page, addresses } of links.leadingTo((address) => canonicals.pageOf(address) !== address)) {
      const own = canonicals.pageOf(ownAddress(page))
      for (const known of addresses.map(canonicals.pageOf)) if (known !== own) book.mark(known, addressFlag.linked)
    }
  }
  const isMarked = (page: number, flag: number) => {
    propagateFlags()
    return has(ownAddress(page), flag)
  }

  return {
    site,
    links,
    images,
    parts,
    canonicals,
    alternates,
    addresses,
    url: (page) => urls[page] ?? '',
    title: (page) => titles[page] ?? null,
    leadsTo: (url, page) => endOf(book.numberOf(url, 0)) === ownAddress(page),
    sells: () => sells,
    endOf: (url) => endOf(book.numberOf(url, 0)),
    isCopy: (page) => canonicals.leadsOn(ownAddress(page)),
    isListed: (page) => isMarked(page, addressFlag.listed),
    isLinked: (page) => isMarked(page, addressFlag.linked),
    add(facts) {
      const address = book.numberOf(facts.url)
      const isOwn = isOfSite(facts.url)
      book.mark(address, flagsOf(facts) | (isOwn ? 0 : addressFlag.external))
      if (isOwn || has(address, heavyFlags)) texts.set(address, ownCopy(facts.url))
      if (!isOwn) return undefined
      const end = facts.redirects.length > 0 ? facts.response?.url : refreshTarget(facts)
      if (end != null) ends.set(address, book.numberOf(crawlAddress(end) ?? end))
      if (isOnlyTarget(facts)) return undefined
      const page = urls.length
      urls.push(texts.get(address) ?? '')
      titles.push(titleOf(facts))
      numbers.push(address)
      addLinks(page, address, facts)
      sells ||= facts.document?.structuredData.types.some((type) => soldTypes.includes(type)) === true
      canonicals.add(facts, page)
      alternates.add(facts, page)
      return page
    },
  }
}

/** Whether the URL was requested only as a link target, such as an image, whose problems belong to the page. */
const isOnlyTarget = ({ depth, source, isInSitemap }: PageFacts): boolean =>
  depth === null && source === null && !isInSitemap

function flagsOf(facts: PageFacts): number {
  const { redirects, response } = facts
  const listed = facts.isInSitemap ? addressFlag.listed : 0
  if (isBroken(facts)) return addressFlag.broken | listed
  if (redirects.length > 0) return addressFlag.redirects | listed
  if (response === null) return listed
  const bytes = Math.max(response.encodedBytes, response.contentLength ?? 0)
  const isHeavy = response.contentType.startsWith('image/') && bytes > heavyImageBytes
  const noindex = isNoindex(facts) ? addressFlag.noindex : 0
  return (isHeavy ? addressFlag.heavy : addressFlag.good) | noindex | listed
}

function titleOf({ document }: PageFacts): string | null {
  const title = document?.titles.find((text) => text !== '')
  return title === undefined ? null : ownCopy(title)
}

/** Copies a substring, so that it does not keep the whole text in memory. */
function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** A check that finds pages by their link targets. */
export const linkingTo = (
  leadsBy: PageLinkKind,
  matches: (flags: number, address: number, pages: SitePages) => boolean,
) => ({
  acrossPages: (pages: SitePages): CrossPageCheck => ({
    leadsBy,
    *finish() {
      const { flags, text } = pages.addresses
      const found = pages[leadsBy].leadingTo((address) => matches(flags(address), address, pages))
      for (const { page, addresses } of found) yield { page, evidence: addresses.map(text) }
    },
  }),
})

/** Matches addresses with at least one of the flags. */
export const hasFlag = (wanted: number) => (flags: number) => (flags & wanted) !== 0

/**
 * Keeps something of pages, and decides after the last one, when redirects and canonical pages are known.
 * @param keep returns undefined for pages to skip
 * @param evidenceOf returns undefined for pages without the problem
 */
export function afterLastPage<T>(
  keep: (facts: PageFacts, page: number) => T | undefined,
  evidenceOf: (kept: T, page: number) => string[] | undefined,
): CrossPageCheck {
  const keptOf = new Map<number, T>()
  return {
    add(facts, page) {
      const kept = keep(facts, page)
      if (kept !== undefined) keptOf.set(page, kept)
    },
    *finish() {
      for (const [page, kept] of keptOf) {
        const evidence = evidenceOf(kept, page)
        if (evidence !== undefined) yield { page, evidence }
      }
    },
  }
}

/** Finds matching pages without another canonical page: engines index them under this URL. */
export const findSelfCanonicalPages = (pages: SitePages, matches: (facts: PageFacts) => boolean) =>
  afterLastPage(
    (facts) => (contentOf(facts) !== undefined && matches(facts) ? [] : undefined),
    (none, page) => (pages.isCopy(page) ? undefined : none),
  )
