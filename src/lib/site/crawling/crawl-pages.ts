import pLimit from 'p-limit'
import { FetchProblem } from '../../fetching/fetch-problem.ts'
import { crawlAddress } from '../crawl-address.ts'
import type { CrawledAddress, Discovery, Frontier } from '../crawled.ts'
import type { AddressSet } from './address-set.ts'
import type { LinkIntake } from './link-intake.ts'
import type { CrawlFacts } from './site-facts.ts'
import type { SiteScope } from './site-scope.ts'

export type StopReason = Exclude<CrawlFacts['end'], 'complete' | 'page_limit'>

export interface CrawlPagesOptions {
  frontier: Frontier
  intake: LinkIntake
  scope: SiteScope
  fetchAddress(discovery: Discovery): Promise<CrawledAddress>
  /** @returns the links of the page */
  visit(address: CrawledAddress): Promise<readonly string[]>
  /** Pages in sitemaps, as a list of the first ones and as the set of all. */
  sitemapPages: readonly string[]
  listed: AddressSet
  /** Number of URLs in progress. */
  concurrency: number
  /** Called before each URL. */
  whyStop(): StopReason | undefined
  signal: AbortSignal
}

const batchAddresses = 50

/**
 * Reads all URLs of the frontier and those discovered on the way, level by level, so that a URL’s depth does
 * not depend on the order of responses. Reads URLs that only sitemaps list when no link is left.
 * @returns why it stopped early, or undefined
 * @throws the signal’s reason, or an error of `visit` or the frontier, once nothing is in progress
 */
export async function crawlPages(options: CrawlPagesOptions): Promise<StopReason | undefined> {
  const stop = await crawlLevels(options)
  if (stop !== undefined) return stop
  await options.intake.addListed(options.sitemapPages)
  return crawlLevels(options)
}

async function crawlLevels(options: CrawlPagesOptions): Promise<StopReason | undefined> {
  const { concurrency, whyStop, signal } = options
  const supply = createSupply(options.frontier)
  const failing = new AbortController()
  const active = new Set<Promise<void>>()
  let level: number | null = null
  let ended = 0

  function begin(discovery: Discovery): void {
    const work = readAddress(discovery, options, supply)
      .catch((error: unknown) => failing.abort(error))
      .finally(() => {
        active.delete(work)
        ended += 1
      })
    active.add(work)
  }

  async function work(): Promise<StopReason | undefined> {
    for (;;) {
      signal.throwIfAborted()
      failing.signal.throwIfAborted()
      const stop = whyStop()
      if (stop !== undefined) return stop
      const endedBefore = ended
      const next = await supply.next()
      const isOfLevel = next !== undefined && (active.size === 0 || next.depth === level)
      if (isOfLevel && active.size < concurrency) {
        level = next.depth
        supply.remove()
        begin(next)
      } else if (active.size > 0) {
        await Promise.race(active)
        supply.refresh()
      } else if (ended === endedBefore) {
        return undefined
      } else {
        // A page that finished since may have added URLs to the frontier.
        supply.refresh()
      }
    }
  }

  const stop = await work().finally(() => Promise.all(active))
  failing.signal.throwIfAborted()
  return stop
}

interface Supply {
  /** The next URL, which stays in the queue until it is removed. */
  next(): Promise<Discovery | undefined>
  remove(): void
  /** Reads the frontier again, which may have more URLs by now. */
  refresh(): void
  /** Runs `add`, and removes the URL from the queue if `add` returns that it is new. */
  claim(url: string, add: () => Promise<boolean>): Promise<boolean>
}

function createSupply(frontier: Frontier): Supply {
  const claimed = new Set<string>()
  let queue: Discovery[] = []
  let isExhausted = false
  /** Serializes access, so that no URL is taken between being added and being claimed. */
  const exclusively = pLimit(1)

  return {
    async next() {
      while (queue.length === 0 && !isExhausted) {
        await exclusively(async () => {
          const batch = await frontier.next(batchAddresses)
          isExhausted = batch.length === 0
          queue = batch.filter(({ url }) => !claimed.delete(url))
        })
      }
      return queue[0]
    },
    remove() {
      queue.shift()
    },
    refresh() {
      isExhausted = false
    },
    claim: (url, add) =>
      exclusively(async () => {
        const isNew = await add()
        if (isNew) claimed.add(url)
        return isNew
      }),
  }
}

async function readAddress(discovery: Discovery, options: CrawlPagesOptions, supply: Supply): Promise<void> {
  const { frontier, intake, visit, listed } = options
  const address = await options.fetchAddress(discovery)
  if (address.end instanceof FetchProblem && address.end.kind === 'aborted') return
  const landing = landingOf(address, options.scope)
  const isOwn = landing === address.url
  await intake.addLinks(await visit(isOwn ? { ...address, redirects: [] } : address), address)
  const page = { url: landing ?? '', depth: address.depth, source: address.url }
  if (landing !== undefined && !isOwn && (await supply.claim(landing, () => intake.add(page)))) {
    // The page was just read: do not request it again.
    const found = { ...address, ...page, redirects: [], isInSitemap: listed.has(landing) }
    await intake.addLinks(await visit(found), page)
    await frontier.settle([landing])
  }
  await frontier.settle([address.url])
}

/** The page of the site at the end of redirects; the URL itself if these only added a session or the like. */
function landingOf({ redirects, end }: CrawledAddress, scope: SiteScope): string | undefined {
  if (redirects.length === 0 || end instanceof FetchProblem) return undefined
  // If the last step leads to another site, that step is the end.
  if (end.url === redirects.at(-1)?.url || !scope.includes(end.url)) return undefined
  return crawlAddress(end.url)
}
