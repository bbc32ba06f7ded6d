import { createHash } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '../../kernel/canonical.ts'
import { runChange } from '../../kernel/change.ts'
import { defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { readLines } from '../../lib/lines.ts'
import { inList, insertRows } from '../../stores/postgres-rows.ts'
import { kindNames, type Report, type ReportRow, readHeader, readRow } from './read-report.ts'
import { firstPartyRetainedSince } from './retain-first-party.ts'

/** Rows per transaction, which blocks other changes of the brand. */
const batchRows = 2000
const maxLineBytes = 20_000

const kind = z.enum(kindNames)

export const importFirstParty = defineOperation({
  name: 'import-first-party',
  summary: 'Import a report that an engine shows to site owners (CSV, plain, gzip or zstd)',
  description:
    'gsc-ai: Generative AI report of Google Search Console. bing-ai: AI Performance of Bing Webmaster Tools. clarity: ' +
    'Citations of Microsoft Clarity. They have no API. Rejects invalid lines with line number and reason, and imports ' +
    'the rest. A file with days replaces the same days, one without replaces all rows of its report.',
  ...forEditors,
  takesFile: true,
  fields: { kind: kind.describe('The report.') },
  data: z.object({
    report: z.string().describe('The dimensions of the file, such as `page` or `day`.'),
    imported: z.int().describe('Rows, including replaced ones.'),
    rejected: z.int(),
    first_rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
  async run(call) {
    const lines = readLines(call.file, { maxLineBytes, signal: call.signal })
    let report: Report | undefined
    const since = firstPartyRetainedSince(call.ctx.services)
    let imported = 0
    let isFirst = true
    const batch = new Map<string, ReportRow>()
    const store = async () => {
      const name = report?.name ?? ''
      // Rows without days do not name their period: the file replaces them all.
      const replaces = isFirst && !name.split(',').includes('day')
      const input = { kind: call.input.kind, report: name, rows: [...batch.values()], replaces }
      isFirst = false
      await runChange(storeFirstParty, { ...call, input, page: { limit: 0, after: undefined } })
      batch.clear()
      call.progress(imported, undefined, 'rows')
    }
    for await (const line of lines) {
      if ('problem' in line) {
        if (report === undefined) throw invalidRequest(`file: line ${line.number}: ${line.problem}`)
        lines.reject(line.number, line.problem, 0)
        continue
      }
      if (report === undefined) {
        report = readHeader(call.input.kind, line.text)
        continue
      }
      try {
        const row = readRow(report, line.text)
        const { day } = row.dimensions
        if (day !== undefined && since !== undefined && day < since)
          throw new Error(`older than the retention period, which begins on ${since}`)
        batch.set(canonicalJson(row.dimensions), row)
        imported += 1
      } catch (error) {
        lines.reject(line.number, (error as Error).message, line.text.length)
      }
      if (batch.size >= batchRows) await store()
    }
    if (report === undefined) throw invalidRequest('file: has no header')
    if (batch.size > 0) await store()
    const { count: rejected, first: first_rejections } = lines.rejections()
    return { data: { report: report.name, imported, rejected, first_rejections } }
  },
})

const storeFirstParty = defineChange({
  name: 'import-first-party',
  summary: 'Store a batch of rows from import-first-party',
  ...forEditors,
  fields: { kind, report: z.string(), rows: z.custom<ReportRow[]>(), replaces: z.boolean() },
  data: z.object({ imported: z.int() }),
  async change({ ctx: { services, brand }, input: { kind, report, rows, replaces }, transaction }) {
    const stored = rows.map(({ dimensions, count }) => ({
      brand_id: brand.id,
      kind,
      report,
      key: createHash('sha256').update(canonicalJson(dimensions)).digest(),
      dimensions: dimensions as never,
      count,
      imported_at: services.now(),
    }))
    const keys = stored.map(({ key }) => `\\x${key.toString('hex')}`)
    const before = transaction
      .deleteFrom('first_party_rows')
      .where('brand_id', '=', brand.id)
      .where('kind', '=', kind)
      .where('report', '=', report)
    await (replaces ? before : before.where(inList('key', keys, 'bytea'))).execute()
    await insertRows(transaction, 'first_party_rows', stored)
    const after = { kind, report, rows: rows.length }
    return { data: { imported: rows.length }, audit: { before: null, after } }
  },
})
