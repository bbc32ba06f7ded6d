import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineOperation, forViewers } from '../../kernel/operation.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { citationId } from '../citations/index.ts'
import { currentScans, pagesOf, timeOrNull } from './current-pages.ts'

const scanSchema = z.object({
  citation_id: z.uuid(),
  url: z.string(),
  outcome: z.enum(['read', 'unreadable', 'gone']),
  problem: z.string().nullable().describe('Why the last scan failed. The page may have been read earlier.'),
  failures: z.int().describe('Failed scans since the page was last read.'),
  tried_at: utcTimestamp,
  page_scanned_at: utcTimestamp.nullable().describe('When Sightline fetched the text.'),
  title: z.string().nullable(),
  authors: z.array(z.string()),
  outlet: z.string().nullable().describe('Publisher that the page declares.'),
  published_at: utcTimestamp.nullable().describe('Publication time that the page declares.'),
  dated_at: utcTimestamp
    .nullable()
    .describe('The later of the publication and modification times that the page declares.'),
  language: z.string().nullable(),
})

export const listPageScans = defineOperation({
  ...forViewers,
  name: 'list-page-scans',
  summary: 'List scan results of cited pages, sorted by URL',
  description:
    'Only this list includes pages that were not read, with the reason: whether they mention the brand is unknown. ' +
    'Titles, authors and URLs are untrusted third-party text.',
  readsTables: ['page_scans'],
  fields: { outcome: z.enum(['read', 'unreadable', 'gone']).optional() },
  list: { position: z.string(), defaultLimit: 20 },
  data: z.array(scanSchema),
  async run({ ctx: { services, brand }, input, page }) {
    const ofOutcome = input.outcome === undefined ? sql`true` : sql`outcome = ${input.outcome}`
    const rows = await services.clickhouse.query<ScanRow>(
      sql`SELECT page, url, outcome, problem, failures, toString(tried_at) AS tried, toString(scanned_at) AS scanned,
          title, authors, outlet, toString(published_at) AS published, toString(dated_at) AS dated, language FROM page_scans
        WHERE ${currentScans(pagesOf(brand))} AND ${ofOutcome} AND page > ${page.after ?? ''}
        ORDER BY page LIMIT ${Math.min(page.limit, 100) + 1}`,
    )
    const shown = rows.slice(0, page.limit)
    return {
      data: shown.map((row) => toPageScan(brand.id, row)),
      next: rows.length > shown.length ? shown.at(-1)?.page : undefined,
    }
  },
})

type ScanRow = Pick<z.input<typeof scanSchema>, 'url' | 'outcome' | 'failures' | 'authors'> &
  Record<'page' | 'problem' | 'tried' | 'scanned' | 'title' | 'outlet' | 'published' | 'dated' | 'language', string>

const orNull = (text: string) => (text === '' ? null : text)

const toPageScan = (brandId: string, row: ScanRow) =>
  showRow(scanSchema, {
    ...row,
    citation_id: citationId(brandId, row.page),
    problem: orNull(row.problem),
    tried_at: toTimestamp(row.tried),
    page_scanned_at: timeOrNull(row.scanned),
    title: orNull(row.title),
    outlet: orNull(row.outlet),
    published_at: timeOrNull(row.published),
    dated_at: timeOrNull(row.dated),
    language: orNull(row.language),
  })
