import { uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { findReport, type ReportResponse, reportSchema, serializeReport } from './report.ts'
import { htmlOf, pdfOf } from './report-files.ts'

export const getReport = defineOperation({
  name: 'get-report',
  summary: 'A report as it was made: figures with intervals, changes, sources, audits and spending',
  description:
    'It goes on to show what it showed, whatever has come since. Each part holds rows and meta of the operation that it is ' +
    'made of, as they were then; parts that the key has no scope for are null, and named in `unavailable`. PDF needs Chromium on the server.',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/reports/{report_id}', limit: 'read' },
  // Which parts are shown differs by who asks.
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
