import pLimit from 'p-limit'
import type { Services } from '../../kernel/context.ts'
import type { Download } from '../../kernel/operation.ts'
import { invalidRequest, unavailable } from '../../lib/errors.ts'
import { findChromium } from '../../lib/pdf/find-chromium.ts'
import { printPdf } from '../../lib/pdf/print-pdf.ts'
import { knownEngines } from '../engines/index.ts'
import { renderReport } from './render-report.ts'
import type { ReportResponse } from './report.ts'
import type { NameEngine } from './report-format.ts'
import { reportFileName } from './report-name.ts'

/** Whether PDFs can be made here. */
export const canMakePdf = ({ config }: Services): boolean => findChromium(config.CHROMIUM_PATH) !== undefined

/** Names engines as people know them. */
export function engineNames({ config }: Services): NameEngine {
  const names = new Map(knownEngines(config).map(({ slug, name }) => [slug, name]))
  return (slug) => names.get(slug) ?? slug
}

/** Chromium takes a processor for some seconds, and more than a few people at once are none of ours. */
const printing = pLimit(1)
const maxWaiting = 10

export async function htmlOf(services: Services, report: ReportResponse): Promise<Download> {
  return { name: `${reportFileName(report)}.html`, body: renderReport(report, engineNames(services)) }
}

/**
 * @throws ApiError invalid_request where there is no Chromium; service_unavailable where too many wait, or it has failed
 */
export async function pdfOf(services: Services, report: ReportResponse): Promise<Download> {
  const { config, closing, log } = services
  const executable = findChromium(config.CHROMIUM_PATH)
  if (executable === undefined)
    throw invalidRequest(
      'application/pdf: this server has no Chromium to make PDFs with (CHROMIUM_PATH); ask for text/html',
    )
  if (printing.pendingCount >= maxWaiting) throw unavailable('too many PDFs are being made: try again', 10)
  const html = renderReport(report, engineNames(services))
  try {
    const options = { executable, timeoutMs: config.PDF_TIMEOUT_SECONDS * 1000, signal: closing }
    return {
      name: `${reportFileName(report)}.pdf`,
      body: await printing(() => printPdf(html, options)),
    }
  } catch (error) {
    closing.throwIfAborted()
    log.warn({ err: error }, 'a PDF was not made')
    throw unavailable('the PDF could not be made: try again, or ask for text/html', 30, error)
  }
}
