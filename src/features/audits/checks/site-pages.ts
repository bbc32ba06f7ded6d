import { crawlAddress } from '../../../lib/site/crawl-address.ts'
import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { isNoindex } from '../../../lib/site/pages/robots-directives.ts'
import { type Addresses, addressFlag, createAddressBook, noAddressId } from './across-pages/address-book.ts'
import { type AlternatePairs, createAlternatePairs } from './across-pages/alternates.ts'
import { type Canonicals, createCanonicals } from './across-pages/canonicals.ts'
import { createEdges, type Edges } from './across-pages/edges.ts'
import { contentOf, isBroken, refreshTarget, servedDocument } from './page-kinds.ts'

/** Larger images delay what is around them on usual connections. */
const heavyImageBytes = 500_000
/** Redirects are followed so far from one address that was asked to the next. */
const maxSteps = 5
/** Addresses beyond these are those of pages only; most of the others were never asked, and say nothing. */
const maxLinked = 2_000_000
const heavyFlags = addressFlag.broken | addressFlag.redirects | addressFlag.heavy

export type PageLinkKind = 'links' | 'images' | 'parts' | 'canonicals' | 'alternates'

/** Looks at pages as they come, and tells in the end which of them have the fault. */
export interface CrossPageCheck {
  /** @param page the number of the page in `SitePages` */
  add?(facts: PageFacts, page: number): void
  finish(): Iterable<{ page: number; evidence: string[] }>
  /** What of a page it is that leads to the addresses of the evidence, where the fault is theirs. */
  leadsBy?: PageLinkKind
}

/** The pages of a site with what leads from one to another, shared by the checks that look across them. */
export interface SitePages {
  site: SiteFacts
  /** Takes in an address; its number if it is one of a page of the site, the numbers being dense and from 0. */
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
  /**
   * Whether an address is that of a page, or redirects to it. This and what follows, which take an address for what it redirects
   * to, are known after the last page.
   */
  leadsTo(url: string, page: number): boolean
  /** The number in `addresses` where an address ends; 0 for one that is not known. */
  endOf(url: string): number
  /** Whether the page names another one as canonical. */
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
  /** Of the pages, by their numbers. */
  const numbers: number[] = []
  /** From redirecting addresses of the site to where they end. */
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
  let isSpread = false

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
   * What lists an address that redirects lists its end. What links to one, or to a copy, links to the page that engines know them
   * by; but for that page itself and its copies.
   */
  function spread() {
    if (isSpread) return
    isSpread = true
    for (const from of ends.keys()) book.mark(endOf(from), book.flags(from) & addressFlag.listed)
    if (!links.isWhole()) {
      for (const from of [...ends.keys(), ...canonicals.copies()])
        book.mark(canonicals.pageOf(from), book.flags(from) & addressFlag.linked)
      return
    }
    for (const { page, addresses } of links.leadingTo((address) => canonicals.pageOf(address) !== address)) {
      const own = canonicals.pageOf(ownAddress(page))
      for (const known of addresses.map(canonicals.pageOf))
        if (known !== own) book.mark(known, addressFlag.linked)
    }
  }
  const isMarked = (page: number, flag: number) => {
    spread()
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
      canonicals.add(facts, page)
      alternates.add(facts, page)
      return page
    },
  }
}

/** Whether it was asked for only because a page shows it: an image, whose faults are that page’s. */
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

/** A part of a long text keeps all of it in memory; its copy does not. */
function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** Finds pages by the addresses that they lead to. */
export function findPagesLinkingTo(
  pages: SitePages,
  leadsBy: PageLinkKind,
  isMeant: (flags: number, address: number) => boolean,
): CrossPageCheck {
  const { flags, text } = pages.addresses
  return {
    leadsBy,
    *finish() {
      const found = pages[leadsBy].leadingTo((address) => isMeant(flags(address), address))
      for (const { page, addresses } of found) yield { page, evidence: addresses.map(text) }
    },
  }
}

/** Finds those of some pages that name no other page as canonical: indexes hold them under this very address. */
export function findSelfCanonicalPages(
  pages: SitePages,
  isMeant: (facts: PageFacts, page: number) => boolean,
): CrossPageCheck {
  const meant: number[] = []
  return {
    add(facts, page) {
      if (contentOf(facts) !== undefined && isMeant(facts, page)) meant.push(page)
    },
    *finish() {
      for (const page of meant) if (!pages.isCopy(page)) yield { page, evidence: [] }
    },
  }
}
