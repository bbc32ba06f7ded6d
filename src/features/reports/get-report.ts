import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { findReport, type ReportResponse, reportSchema, serializeReport } from './report.ts'
import { htmlOf, pdfOf } from './report-files.ts'

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
