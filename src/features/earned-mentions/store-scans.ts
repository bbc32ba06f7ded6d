import { type BatchKind, withBatch } from '../../kernel/batches.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { notFound } from '../../lib/errors.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import { siteDomain } from '../../lib/text/citations/site-domain.ts'
import { sql, storedTime } from '../../stores/clickhouse-sql.ts'
import { entitiesOfReading } from '../answers/index.ts'
import { currentScans, pagesOf } from './current-pages.ts'
import { createPageReader } from './named-on-page.ts'

/** Stored page content: like `PageContent`, but with sites instead of hosts. */
export interface ScannedContent {
  title: string
  authors: string[]
  outlet: string
  publishedAt: Date | undefined
  datedAt: Date | undefined
  language: string
  content: string
  links: string[]
}

export interface PageScan {
  /** As cited by an answer. */
  url: string
  triedAt: Date
  /** The content; or `gone` if the page no longer exists, `unreadable` if this scan failed. */
  result: ScannedContent | { outcome: 'unreadable' | 'gone'; problem: string }
}

const neverRead = {
  scanned_at: '1970-01-01 00:00:00',
  title: '',
  authors: [] as string[],
  outlet: '',
  published_at: '1970-01-01 00:00:00',
  dated_at: '1970-01-01 00:00:00',
  language: '',
  content: '',
  links: [] as string[],
}
type LastRead = typeof neverRead

interface ScanRow extends LastRead {
  brand_id: string
  page: string
  seq: number
  replaces: number
  url: string
  domain: string
  outcome: string
  problem: string
  failures: number
  tried_at: string
}

export const scanBatches: BatchKind<'page_scans' | 'page_readings'> = {
  lock: 'pages',
  tables: ['page_scans', 'page_readings'],
  counted: {
    table: 'page_scans',
    id: 'page',
    time: 'tried_at',
    // A page without a scan is due, so scanPages rebuilds it.
    isRebuildable: ({ CITED_PAGES }) => CITED_PAGES !== 'ignore',
  },
  numbersOf: ({ pages_seq, pages_pending }) => ({
    committed: pages_seq,
    pending: pages_pending ? pages_seq + 1 : null,
  }),
  columnsOf: ({ committed, pending }) => ({ pages_seq: committed, pages_pending: pending !== null }),
}

/**
 * Stores a batch of scans, the last one per page, and searches them for names.
 * @returns the number of pages
 * @throws ApiError not_found if the brand was deleted
 */
export function storeScans(services: Services, brandId: string, scans: readonly PageScan[]): Promise<number> {
  return withBatch(services, scanBatches, brandId, async ({ brand, seq, write }) => {
    const version = brand.pages_version === 0 ? await newestVersion(services, brandId) : brand.pages_version
    const byPage = new Map(scans.map((scan) => [pageKey(scan.url), scan]))
    if (byPage.size === 0) return 0
    const known = await knownScans(services, brand, [...byPage.keys()])
    const rows = [...byPage].map(([page, scan]) => rowOf(brandId, page, seq, scan, known.get(page)))
    const readNames = createPageReader(await entitiesOfReading(services, brandId, version))
    await write({
      rows: () => ({
        page_scans: rows.map((row) => JSON.stringify(row)),
        page_readings: rows.map((row) => readingLine(row, version, readNames)),
      }),
      counted: () => rows.map(({ page, tried_at }) => ({ id: page, day: tried_at.slice(0, 10) })),
      along: { pages_version: version },
    })
    return rows.length
  })
}

/** The version of the newest reading config. */
export async function newestVersion({ db }: Services, brandId: string): Promise<number> {
  const configs = db.selectFrom('reading_configs').select('version').where('brand_id', '=', brandId)
  const newest = configs.orderBy('version', 'desc')
  return (await newest.executeTakeFirstOrThrow(() => notFound('brand'))).version
}

async function knownScans(
  { clickhouse }: Services,
  brand: Brand,
  pages: readonly string[],
): Promise<Map<string, ScanRow>> {
  const rows = await clickhouse.query<ScanRow & { batch: string }>(
    sql`SELECT page, toString(seq) AS batch, outcome, failures, toString(scanned_at) AS scanned_at, title, authors, outlet,
        toString(published_at) AS published_at, toString(dated_at) AS dated_at, language, content, links
      FROM page_scans WHERE ${currentScans(pagesOf(brand))} AND page IN ${pages}`,
  )
  return new Map(rows.map(({ batch, ...row }) => [row.page, { ...row, seq: Number(batch) }]))
}

function rowOf(
  brandId: string,
  page: string,
  seq: number,
  { url, triedAt, result }: PageScan,
  before: ScanRow | undefined,
): ScanRow {
  const host = URL.parse(url)?.hostname ?? ''
  const place = { brand_id: brandId, page, seq, replaces: before?.seq ?? 0, url, domain: siteDomain(host) }
  const tried_at = storedTime(triedAt)
  if (!('outcome' in result)) {
    const { publishedAt, datedAt, ...content } = result
    const [published_at, dated_at] = [publishedAt, datedAt].map((at) =>
      at === undefined ? neverRead.dated_at : storedTime(at),
    ) as [string, string]
    const read = { outcome: 'read', problem: '', failures: 0, tried_at, scanned_at: tried_at }
    return { ...place, ...read, published_at, dated_at, ...content }
  }
  const failed = { problem: result.problem, failures: (before?.failures ?? 0) + 1, tried_at }
  // Keep the last content of a page that is temporarily unreadable.
  if (result.outcome === 'unreadable' && before?.outcome === 'read') {
    const { scanned_at, title, authors, outlet, published_at, dated_at, language, content, links } = before
    const lastRead = { scanned_at, title, authors, outlet, published_at, dated_at, language, content, links }
    return { ...place, ...failed, ...lastRead, outcome: 'read' }
  }
  return { ...place, ...failed, ...neverRead, outcome: result.outcome }
}

/** The columns needed to build a row of `page_readings`. */
export type PageToRead = Pick<
  ScanRow,
  'brand_id' | 'page' | 'seq' | 'replaces' | 'domain' | 'outcome' | 'title' | 'content' | 'links'
>

/** A JSONEachRow row of `page_readings`. */
export function readingLine(page: PageToRead, version: number, readNames: ReturnType<typeof createPageReader>): string {
  const { brand_id, seq, replaces, domain, outcome } = page
  const named = outcome === 'read' ? readNames(page) : { entities: [], linked: [] }
  return JSON.stringify({ brand_id, version, page: page.page, seq, replaces, domain, outcome, ...named })
}
