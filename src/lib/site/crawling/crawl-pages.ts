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
  /** Pages that sitemaps list, and all of them as a set. */
  sitemapPages: readonly string[]
  listed: AddressSet
  /** Addresses that are worked on at a time. */
  concurrency: number
  /** Asked before each address. */
  whyStop(): StopReason | undefined
  signal: AbortSignal
}

const takenAddresses = 50

/**
 * Reads all addresses of the frontier, and what they lead to, level by level: an address has its least number of clicks
 * whatever the order in which answers come. What only sitemaps list follows when no link is left.
 * @returns why it stopped before that, or undefined
 * @throws the signal’s reason, or what `visit` or the frontier throws, once nothing is under way any more
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
        // What ended meanwhile may have led to more than the frontier knew when it was asked.
        supply.refresh()
      }
    }
  }

  const stop = await work().finally(() => Promise.all(active))
  failing.signal.throwIfAborted()
  return stop
}

/** What is to be read next. */
interface Supply {
  /** The next address, which stays until it is removed. */
  next(): Promise<Discovery | undefined>
  remove(): void
  /** There may be more in the frontier by now. */
  refresh(): void
  /** Runs `add`; the address is kept from being given out if that says that it is new. */
  claim(url: string, add: () => Promise<boolean>): Promise<boolean>
}

function createSupply(frontier: Frontier): Supply {
  const claimed = new Set<string>()
  let queue: Discovery[] = []
  let isDry = false
  /** Else an address could be taken between being added and being claimed. */
  const inTurn = pLimit(1)

  return {
    async next() {
      while (queue.length === 0 && !isDry) {
        await inTurn(async () => {
          const taken = await frontier.take(takenAddresses)
          isDry = taken.length === 0
          queue = taken.filter(({ url }) => !claimed.delete(url))
        })
      }
      return queue[0]
    },
    remove() {
      queue.shift()
    },
    refresh() {
      isDry = false
    },
    claim: (url, add) =>
      inTurn(async () => {
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
    // It was just read: the site need not send it twice.
    const found = { ...address, ...page, redirects: [], isInSitemap: listed.has(landing) }
    await intake.addLinks(await visit(found), page)
    await frontier.settle([landing])
  }
  await frontier.settle([address.url])
}

/** The page of the site that redirects led to; the address itself where they only added a session or the like. */
function landingOf({ redirects, end }: CrawledAddress, scope: SiteScope): string | undefined {
  if (redirects.length === 0 || end instanceof FetchProblem) return undefined
  // Where the last step leads to another site, that step is the end.
  if (end.url === redirects.at(-1)?.url || !scope.includes(end.url)) return undefined
  return crawlAddress(end.url)
}
