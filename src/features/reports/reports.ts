import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation } from '../../kernel/operation.ts'
import { brandRows } from '../../kernel/pagination.ts'
import { ApiError, notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { addDays, type Period, periodFields, resolvePeriod } from '../visibility/index.ts'
import {
  checkReadsAll,
  findReport,
  listedReport,
  type ReportResponse,
  reportSchema,
  serializeListed,
  serializeReport,
} from './report.ts'
import { type ReportContent, readContent, reportComputation } from './report-content.ts'
import { htmlOf, pdfOf } from './report-files.ts'
import { storeReport } from './store-report.ts'

export const listReports = defineOperation({
  name: 'list-reports',
  summary: 'List the reports of a brand, newest first',
  ...brandRead('read:visibility', '/reports'),
  ...brandRows('reports', listedReport, serializeListed),
})

export const getReport = defineOperation({
  name: 'get-report',
  summary: 'Show a report: figures with intervals, changes, sources, audits and spending',
  description:
    'A report keeps its content: later data does not change it. Each section holds rows and meta of the operation that it is ' +
    'based on, as they were then. Sections that the key has no scope for are null and listed in `unavailable`. PDF requires Chromium on the server.',
  ...brandRead('read:visibility', '/reports/{report_id}'),
  // The shown sections depend on the caller.
  entityTag: 'content',
  downloads: {
    'text/html': (services, data) => htmlOf(services, data as ReportResponse),
    'application/pdf': (services, data) => pdfOf(services, data as ReportResponse),
  },
  fields: { report_id: uuid },
  data: reportSchema,
  async run({ ctx: { services, brand, actor }, input }) {
    const report = await findReport(services, brand.id, input.report_id)
    if (report === undefined) throw notFound('report')
    return { data: serializeReport(report, actor) }
  },
})

/** Sent reports per brand and hour. */
const maxSent = 10
const hourMs = 3_600_000

export const createReport = defineChange({
  ...brandWrite('write:prompts', 'POST', '/reports', { body: ['start_date', 'end_date', 'send'] }),
  name: 'create-report',
  summary: 'Create a report of a period',
  description:
    'Covers the 30 days until yesterday (UTC) by default. Sightline creates weekly and monthly reports automatically; see `set-report-settings`.',
  fields: {
    ...periodFields,
    end_date: periodFields.end_date.describe(
      'Last day (UTC), inclusive. Defaults to yesterday. Today is a partial day: its figures still change.',
    ),
    send: z
      .boolean()
      .default(false)
      .describe(
        'Whether to mail it to the recipients in `set-report-settings`, if the server sends mail, and to notify webhooks; at most ten times per hour. Requires the scopes of all sections.',
      ),
  },
  data: reportSchema,
  async prefetch({ ctx: { services, brand }, input }): Promise<{ period: Period; content: ReportContent }> {
    const end_date = input.end_date ?? addDays(services.now().toISOString().slice(0, 10), -1)
    const period = resolvePeriod({ ...input, end_date }, services.now())
    return { period, content: await readContent(services, brand, 'once', period) }
  },
  async change({ ctx: { services, brand, actor }, input, transaction, prefetched: { period, content } }) {
    if (input.send) {
      checkReadsAll(actor)
      await checkRate(transaction, brand.id, services.now())
    }
    const made = {
      id: randomUUID(),
      brand_id: brand.id,
      rhythm: 'once' as const,
      ...period,
      content,
      created_at: services.now(),
      computation: reportComputation,
      corrected_at: null,
    }
    await storeReport(services, transaction, brand, made, input.send)
    return { data: serializeReport(made, actor), audit: { before: null, after: { id: made.id, ...period } } }
  },
})

/** @throws ApiError rate_limited */
async function checkRate(db: PostgresLike, brandId: string, now: Date): Promise<void> {
  const nth = await db
    .selectFrom('reports')
    .select('created_at')
    .where('brand_id', '=', brandId)
    .where('rhythm', '=', 'once')
    .where('is_told', '=', true)
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    .orderBy('created_at', 'desc')
    .offset(maxSent - 1)
    .limit(1)
    .executeTakeFirst()
  if (nth === undefined) return
  const retryAfterSeconds = Math.max(1, Math.ceil((nth.created_at.getTime() + hourMs - now.getTime()) / 1000))
  throw new ApiError(
    'rate_limited',
    `send: ${maxSent} reports of the brand were sent in the last hour; omit send or retry later`,
    { retryAfterSeconds },
  )
}
