import pLimit from 'p-limit'
import type { Services } from '../../kernel/context.ts'
import type { Download } from '../../kernel/operation.ts'
import { findChromium } from '../../lib/chromium/find-chromium.ts'
import { printPdf } from '../../lib/chromium/print-pdf.ts'
import { invalidRequest, unavailable } from '../../lib/errors.ts'
import { knownEngines } from '../engines/index.ts'
import { renderReport } from './render-report.ts'
import type { ReportResponse } from './report.ts'
import type { NameEngine } from './report-format.ts'

export const canMakePdf = ({ config }: Services): boolean => findChromium(config.CHROMIUM_PATH) !== undefined

export function engineNames({ config }: Services): NameEngine {
  const names = new Map(knownEngines(config).map(({ slug, name }) => [slug, name]))
  return (slug) => names.get(slug) ?? slug
}

/** Chromium uses a CPU core for some seconds, so PDFs are created one at a time. */
const printing = pLimit(1)
const maxWaiting = 10

export async function htmlOf(services: Services, report: ReportResponse): Promise<Download> {
  return { name: `${reportFileName(report)}.html`, body: renderReport(report, engineNames(services)) }
}

/** @throws ApiError invalid_request without Chromium; service_unavailable if it fails or the queue is full */
export async function pdfOf(services: Services, report: ReportResponse): Promise<Download> {
  const { config, closing, log } = services
  const executable = findChromium(config.CHROMIUM_PATH)
  if (executable === undefined)
    throw invalidRequest('application/pdf: this server has no Chromium (CHROMIUM_PATH); request text/html')
  if (printing.pendingCount >= maxWaiting) throw unavailable('too many PDFs are in progress; retry in 10 seconds', 10)
  const html = renderReport(report, engineNames(services))
  try {
    const options = { executable, timeoutMs: config.PDF_TIMEOUT_SECONDS * 1000, signal: closing }
    return {
      name: `${reportFileName(report)}.pdf`,
      body: await printing(() => printPdf(html, options)),
    }
  } catch (error) {
    closing.throwIfAborted()
    log.warn({ err: error }, 'PDF not created')
    throw unavailable('the PDF could not be created; retry, or request text/html', 30, error)
  }
}

/** The file name of a report without extension: ASCII letters, digits and hyphens. */
function reportFileName({ brand_name, period: { start_date, end_date } }: ReportResponse): string {
  const name = brand_name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return `${name === '' ? 'report' : name}-${start_date}-to-${end_date}`
}
