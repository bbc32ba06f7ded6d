import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { committedUntil } from '../../../kernel/batches.ts'
import type { Brand, Services } from '../../../kernel/context.ts'
import { forEachBrand } from '../../../kernel/each-brand.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { createFetcher, type Fetcher } from '../../../lib/fetching/fetcher.ts'
import { createRobotsAwareFetcher, createRobotsFiles, type RobotsOf } from '../../../lib/site/crawling/robots-file.ts'
import { createThreads } from '../../../lib/threads/threads.ts'
import { version } from '../../../lib/version.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { currentScans, pagesOf } from '../current-pages.ts'
import type { PageContent } from '../reading/page-content.ts'
import { type PageScan, storeScans } from '../store-scans.ts'
import { type ReadPage, scanPage } from './fetch-page.ts'

/** Jobs can wait longer than requests. */
const timeoutSeconds = 120

/** Returns URLs of pages due for a scan: never scanned ones first, then most cited first. */
async function duePages({ clickhouse, now }: Services, brand: Brand, limit: number): Promise<string[]> {
  const rows = await clickhouse.query<{ address: string }>(
    sql`SELECT address FROM
      (SELECT page_id, max(url) AS address, count() AS cited
        FROM readings ARRAY JOIN page_ids AS page_id, citations.url AS url
        WHERE brand_id = ${brand.id} AND version = ${brand.reading_version} AND ${committedUntil(brand.ingest_seq)}
        GROUP BY page_id) AS asked
      LEFT JOIN (SELECT page_id, toString(outcome) AS outcome, failures, tried_at FROM page_scans
        WHERE ${currentScans(pagesOf(brand))}) AS scanned USING page_id
      WHERE tried_at <= ${now()} - toIntervalDay(toUInt32(${daysUntilRescan()}))
      ORDER BY tried_at > toDateTime64(0, 3), cited DESC, address LIMIT ${limit}`,
    timeoutSeconds,
  )
  return rows.map(({ address }) => address)
}

/** Days until a read page is scanned again, by minimum citations. */
const rescanDays = [
  { citations: 16, days: 7 },
  { citations: 4, days: 14 },
  { citations: 0, days: 30 },
] as const

/** Days until an unreadable page is retried; doubles with each consecutive failure. */
const retryDays = { first: 1, max: 30 }

/** Days until a missing page is checked again. */
const goneDays = 90

/** SQL expression for the days until the next scan, over `cited`, `outcome` and `failures`. */
function daysUntilRescan(): Sql {
  const retry = sql`least(${retryDays.max}, ${retryDays.first} * exp2(least(failures, 10) - 1))`
  const cases = rescanDays.map(({ citations, days }) => sql`cited >= ${citations}, ${days}`.text).join(', ')
  return sql`multiIf(outcome = 'gone', ${goneDays}, failures > 0, ${retry}, ${sql.raw(cases)}, ${goneDays})`
}

const agent = 'Sightline'
const userAgent = `${agent}/${version} (reads pages that AI answers cite)`

/** Pages per brand and run, so that all brands progress. */
const pagesPerRun = 5000
/** Sites fetched concurrently; pages of one site are fetched sequentially. */
const siteConcurrency = 32
/** Maximum crawl delay between two pages of a site. */
const maxDelayMs = 10_000
/** Pages per site and run. */
const pagesPerSite = 100
/** Consecutive pages without a response after which a run skips the rest of a site. */
const maxConsecutiveMisses = 3
/** After a slower page, the next request waits as long as that page took. */
const slowMs = 2000
const batchPages = 200
/** Time limit for parsing a page; only hostile markup takes longer. */
const readingMs = 20_000

interface ScanOptions {
  /** Delay between two pages of one site. */
  delayMs: number
}

const defaultOptions: ScanOptions = { delayMs: 1000 }

/** Threads for parsing pages, shared by the process. */
const threads = createThreads({
  module: new URL('../reading/page-worker.ts', import.meta.url),
  maxThreads: 2,
  stopTimeoutMs: 1000,
})

/** Fetches and reads cited pages of active brands that are due. */
export const scanPages: Job<object> = {
  queue: 'scan-pages',
  everySeconds: 300,
  async run(services, _, signal) {
    if (services.config.CITED_PAGES === 'ignore') return
    const brands = await services.db.selectFrom('brands').selectAll().where('is_active', '=', true).execute()
    await forEachBrand(services, 'scan-pages', brands, signal, (brand) => scanBrand(services, brand, signal))
  },
}

/**
 * Scans the due pages of a brand, up to `pagesPerRun`.
 * @returns the number of scanned pages
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
    await pLimit(siteConcurrency).map(sites, ([origin, urls]) => scanSite(run, origin, urls.slice(0, pagesPerSite)))
  } finally {
    fetcher.close()
    await batch.end()
  }
  return batch.count()
}

interface Run {
  services: Services
  /** Follows robots.txt, also for redirects to other sites. */
  fetcher: Fetcher
  robotsOf: RobotsOf
  signal: AbortSignal
  options: ScanOptions
  add(scan: PageScan): Promise<void>
}

/** Scans pages of one site sequentially, following its robots.txt. */
async function scanSite(run: Run, origin: string, urls: readonly string[]): Promise<void> {
  const { services, fetcher, robotsOf, signal, options, add } = run
  const { robots, isAllowed } = await robotsOf(origin)
  const crawlDelayMs = (robots.crawlDelaySeconds(agent) ?? 0) * 1000
  const delayMs = Math.min(maxDelayMs, Math.max(options.delayMs, crawlDelayMs))
  const readPage = pageReader(signal)
  let misses = 0
  let lastPageMs = 0
  for (const url of urls) {
    signal.throwIfAborted()
    const tried = (result: PageScan['result']) => add({ url, triedAt: services.now(), result })
    if (misses === maxConsecutiveMisses) {
      await tried({ outcome: 'unreadable', problem: 'the site did not respond for other pages' })
      continue
    }
    const waitMs = Math.max(delayMs, lastPageMs < slowMs ? 0 : lastPageMs)
    if (waitMs > 0 && isAllowed(agent, url)) await sleep(waitMs, undefined, { signal })
    const startedAt = performance.now()
    const { isUnresponsive, result } = await scanPage(fetcher, url, readPage, signal)
    lastPageMs = performance.now() - startedAt
    misses = isUnresponsive ? misses + 1 : 0
    await tried(result)
  }
}

/** Parses pages in threads; a page that takes too long terminates its thread. */
const pageReader =
  (signal: AbortSignal): ReadPage =>
  async (body, contentType, url) => {
    try {
      const task = { body, contentType, url }
      return await threads.run<PageContent | string>('read', task, signal, readingMs)
    } catch (error) {
      if (signal.aborted) throw error
      return 'parsing the markup failed'
    }
  }

/** Stores scans in batches, including those before a failure. */
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
