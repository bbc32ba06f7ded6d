import { crawlAddress } from '../crawl-address.ts'
import type { Discovery, Frontier } from '../crawled.ts'
import { type AddressSet, createAddressSet } from './address-set.ts'
import type { CrawlFacts, SkippedLinkKind } from './site-facts.ts'
import type { SiteScope } from './site-scope.ts'
import { createTrapGuard } from './traps.ts'

export interface LinkIntakeOptions {
  frontier: Frontier
  scope: SiteScope
  /** Pages in sitemaps. */
  listed: AddressSet
  /** Maximum URLs to read. */
  maxPages: number
}

export interface LinkIntake {
  /** Adds the links of a page that belong to the site and are within limits. */
  addLinks(links: readonly string[], page: Discovery): Promise<void>
  /** Adds a URL without checking for traps. @returns whether it is new and within the limit */
  add(discovery: Discovery): Promise<boolean>
  /** Adds sitemap pages without links. */
  addListed(pages: readonly string[]): Promise<void>
  passedOver(): CrawlFacts['passedOver']
}

const maxExamples = 10
const exampleLength = 300
const chunkPages = 1000

/** Reserves room for sitemap pages, at most half of the limit: endless other links cannot use it up. */
export async function createLinkIntake(options: LinkIntakeOptions): Promise<LinkIntake> {
  const { frontier, scope, listed, maxPages } = options
  const traps = createTrapGuard()
  const seen = createAddressSet()
  const skipped = new Map<SkippedLinkKind, CrawlFacts['passedOver'][number]>()
  let { known } = await frontier.counts()
  let unlisted = Math.max(0, known - listed.size)
  const maxUnlisted = maxPages - Math.min(listed.size, Math.floor(maxPages / 2))

  function skipLink(kind: SkippedLinkKind, url: string): void {
    const links = skipped.getOrInsertComputed(kind, () => ({ kind, links: 0, examples: [] }))
    links.links += 1
    const example = url.slice(0, exampleLength)
    if (links.examples.length < maxExamples && !links.examples.includes(example)) links.examples.push(example)
  }

  function whyNot(url: string, depth: number | null): SkippedLinkKind | undefined {
    if (known >= maxPages) return 'page_limit'
    if (listed.has(url)) return undefined
    return unlisted >= maxUnlisted ? 'page_limit' : traps.check(url, depth)
  }

  async function addAll(found: Discovery[]): Promise<number> {
    return found.length === 0 ? 0 : frontier.add(found)
  }

  return {
    async addLinks(links, { url: source, depth: clicks }) {
      const depth = clicks === null ? null : clicks + 1
      const found: Discovery[] = []
      for (const link of links) {
        const url = crawlAddress(link)
        if (url === undefined || !scope.includes(url) || seen.has(url)) continue
        const reason = whyNot(url, depth)
        if (reason !== undefined) {
          skipLink(reason, url)
          continue
        }
        seen.add(url)
        known += 1
        if (!listed.has(url)) unlisted += 1
        found.push({ url, depth, source })
      }
      // URLs known from an earlier run were counted then.
      const alreadyKnown = found.length - (await addAll(found))
      known -= alreadyKnown
    },
    async add(discovery) {
      if (known >= maxPages) return false
      seen.add(discovery.url)
      const isNew = (await frontier.add([discovery])) === 1
      if (isNew) known += 1
      if (isNew && !listed.has(discovery.url)) unlisted += 1
      return isNew
    },
    async addListed(pages) {
      const waiting = pages.filter((url) => !seen.has(url))
      while (waiting.length > 0 && known < maxPages) {
        const chunk = waiting.splice(0, Math.min(chunkPages, maxPages - known))
        for (const url of chunk) seen.add(url)
        known += await addAll(chunk.map((url) => ({ url, depth: null, source: null })))
      }
      for (const url of waiting) skipLink('page_limit', url)
    },
    passedOver: () => [...skipped.values()],
  }
}
