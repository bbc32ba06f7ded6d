import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Brand, Services } from '../../../kernel/context.ts'
import { forEachBrand } from '../../../kernel/each-brand.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { createFetcher, type Fetcher } from '../../../lib/fetching/fetcher.ts'
import {
  createRobotsAwareFetcher,
  createRobotsFiles,
  type RobotsOf,
} from '../../../lib/site/crawling/robots-file.ts'
import { createThreads } from '../../../lib/threads/threads.ts'
import { version } from '../../../lib/version.ts'
import type { PageContent } from '../reading/page-content.ts'
import { type PageScan, storeScans } from '../store-scans.ts'
import { duePages } from './due-pages.ts'
import { type ReadPage, scanPage } from './fetch-page.ts'

const agent = 'Sightline'
const userAgent = `${agent}/${version} (reads pages that AI answers cite)`

/** How often pages are looked for whose time has come. */
const everySeconds = 300
/** Pages of a brand scanned in one run, so that other brands have their turn. */
const pagesPerRun = 5000
/** Sites that pages are fetched from at a time: from each one page after another. */
const siteConcurrency = 32
/** The longest that a site may ask to wait between two of its pages; of one that asks for more, few are read in a run. */
const maxDelayMs = 10_000
/** Pages of one site in a run: its others wait for the next. */
const pagesPerSite = 100
/** Where a site has not answered for so many pages one after another, the others are not asked for in this run. */
const maxConsecutiveMisses = 3
/** A page that takes longer to come is from a site that has enough to do: the next waits as long as this one took. */
const slowMs = 2000
const batchPages = 200
/** A page that takes longer to read than this has markup that is made to. */
const readingMs = 20_000

interface ScanOptions {
  /** Between two pages of one site. */
  delayMs: number
}

const defaultOptions: ScanOptions = { delayMs: 1000 }

/** The threads that pages are read in are of the process; requests are answered by another one. */
const threads = createThreads({
  module: new URL('../reading/page-worker.ts', import.meta.url),
  maxThreads: 2,
  stopTimeoutMs: 1000,
})

/** Fetches and reads the pages that answers of active brands cite, when their time has come. */
export const scanPages: Job<object> = {
  queue: 'scan-pages',
  everySeconds,
  async run(services, _, signal) {
    if (services.config.CITED_PAGES === 'ignore') return
    const brands = await services.db.selectFrom('brands').selectAll().where('is_active', '=', true).execute()
    await forEachBrand(services, 'scan-pages', brands, signal, (brand) => scanBrand(services, brand, signal))
  },
}

/**
 * Scans the pages of a brand that are due, a part of them where there are many.
 * @returns how many were tried
 */
export async function scanBrand(
  services: Services,
  brand: Brand,
  signal: AbortSignal,
  options: ScanOptions = defaultOptions,
): Promise<number> {
  const addresses = await duePages(services, brand, pagesPerRun)
  const sites = Map.groupBy(addresses, (address) => new URL(address).origin)
  const fetcher = createFetcher({
    userAgent,
    allowedAddresses: services.config.FETCH_ALLOWED_ADDRESSES,
    connectionsPerOrigin: 1,
    resolve: services.resolveHost,
  })
  const robotsOf = createRobotsFiles(fetcher, signal)
  const robotsAware = createRobotsAwareFetcher(fetcher, agent, robotsOf)
  const batch = collectScans(services, brand.id)
  const run: Run = { services, fetcher: robotsAware, robotsOf, signal, options, add: batch.add }
  try {
    await pLimit(siteConcurrency).map(sites, ([origin, urls]) =>
      scanSite(run, origin, urls.slice(0, pagesPerSite)),
    )
  } finally {
    fetcher.close()
    await batch.end()
  }
  return batch.count()
}

interface Run {
  services: Services
  /** Asks for nothing that a robots.txt forbids, where a page leads elsewhere too. */
  fetcher: Fetcher
  robotsOf: RobotsOf
  signal: AbortSignal
  options: ScanOptions
  add(scan: PageScan): Promise<void>
}

/** Scans pages of one site, one after another, as its robots.txt allows. */
async function scanSite(run: Run, origin: string, urls: readonly string[]): Promise<void> {
  const { services, fetcher, robotsOf, signal, options, add } = run
  const { robots, isAllowed } = await robotsOf(origin)
  const askedMs = (robots.crawlDelaySeconds(agent) ?? 0) * 1000
  const delayMs = Math.min(maxDelayMs, Math.max(options.delayMs, askedMs))
  const readPage = pageReader(signal)
  let misses = 0
  let tookMs = 0
  for (const url of urls) {
    signal.throwIfAborted()
    const tried = (result: PageScan['result']) => add({ url, triedAt: services.now(), result })
    if (misses === maxConsecutiveMisses) {
      await tried({ outcome: 'unreadable', problem: 'its site did not answer for other pages' })
      continue
    }
    const waitMs = Math.max(delayMs, tookMs < slowMs ? 0 : tookMs)
    if (waitMs > 0 && isAllowed(agent, url)) await sleep(waitMs, undefined, { signal })
    const startedAt = performance.now()
    const { isUnresponsive, result } = await scanPage(fetcher, url, readPage, signal)
    tookMs = performance.now() - startedAt
    misses = isUnresponsive ? misses + 1 : 0
    await tried(result)
  }
}

/** Reads pages in threads; one that takes too long ends its thread. */
const pageReader =
  (signal: AbortSignal): ReadPage =>
  async (body, contentType, url) => {
    try {
      const task = { body, contentType, url }
      return await threads.run<PageContent | string>('read', task, signal, readingMs)
    } catch (error) {
      if (signal.aborted) throw error
      return 'its markup could not be read'
    }
  }

/** Stores scans some at a time; what was scanned before a failure is stored as well. */
function collectScans(services: Services, brandId: string) {
  let pending: PageScan[] = []
  let count = 0
  let storing: Promise<unknown> = Promise.resolve()
  async function store(): Promise<void> {
    const scans = pending
    pending = []
    count += scans.length
    const before = storing
    storing = before.then(() => storeScans(services, brandId, scans))
    storing.catch(() => {})
    await before
  }
  return {
    async add(scan: PageScan): Promise<void> {
      pending.push(scan)
      if (pending.length >= batchPages) await store()
    },
    async end(): Promise<void> {
      if (pending.length > 0) await store()
      await storing
    },
    count: () => count,
  }
}
