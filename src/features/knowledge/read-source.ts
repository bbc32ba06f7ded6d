import type { Readable } from 'node:stream'
import type { Config } from '../../kernel/config.ts'
import type { Services } from '../../kernel/context.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import { createFetcher } from '../../lib/fetching/fetcher.ts'
import { followRedirects } from '../../lib/fetching/follow-redirects.ts'
import { decodeHtml } from '../../lib/text/decode-html.ts'
import { isOldOffice, isRtf, recognizeFormat } from './detect-format.ts'
import type { DocumentFormat } from './extracted.ts'

export interface GivenDocument {
  source: 'file' | 'text' | 'url'
  format: DocumentFormat
  url: string | null
  bytes: Buffer
}

const fetchTimeoutMs = 60_000

const maxDocumentBytes = ({ KNOWLEDGE_MAX_MEGABYTES: megabytes }: Config) => megabytes * 1_000_000

/**
 * Reads a file, a text or a URL.
 * @throws ApiError invalid_request unless exactly one is given, within the size limit and in a supported format
 */
export async function readSource(
  services: Services,
  { text, url }: { text?: string | undefined; url?: string | undefined },
  file: Readable,
): Promise<GivenDocument> {
  const { config } = services
  const bytes = await readFile(config, file)
  const given = [text, url, bytes.length > 0 ? bytes : undefined].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw invalidRequest('set exactly one of --file, --text and --url; it must not be empty')
  if (url !== undefined) return fetchDocument(services, url)
  if (text !== undefined) {
    const pasted = Buffer.from(text)
    checkSize(config, pasted.length, 'text')
    return { source: 'text', format: 'text', url: null, bytes: pasted }
  }
  const format = recognizeFormat(bytes)
  if (format === undefined) throw invalidRequest(`file: ${rejectionReason(bytes)}`)
  return { source: 'file', format, url: null, bytes: toUtf8(format, bytes) }
}

function rejectionReason(bytes: Buffer): string {
  if (isRtf(bytes)) return 'RTF is not supported; save it as DOCX'
  return isOldOffice(bytes)
    ? 'encrypted, or in an old Office format such as DOC; save it as DOCX without a password'
    : 'unsupported format; use PDF, HTML, Markdown, DOCX or UTF-8 text'
}

async function readFile(config: Config, file: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of file) {
    chunks.push(Buffer.from(chunk))
    length += (chunk as Buffer).length
    checkSize(config, length, 'file')
  }
  return Buffer.concat(chunks)
}

function checkSize(config: Config, length: number, field: 'file' | 'text' | 'url'): void {
  if (length > maxDocumentBytes(config))
    throw invalidRequest(
      `${field}: larger than ${config.KNOWLEDGE_MAX_MEGABYTES} MB, the limit (KNOWLEDGE_MAX_MEGABYTES)`,
    )
}

async function fetchDocument(
  { config, resolveHost, closing }: Services,
  url: string,
): Promise<GivenDocument> {
  const fetcher = createFetcher({
    userAgent: 'SightlineBot/1.0 (+knowledge documents)',
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    standIns: config.SITE_STAND_INS,
    resolve: resolveHost,
  })
  try {
    const limits = { timeoutMs: fetchTimeoutMs, maxBytes: maxDocumentBytes(config) + 1, signal: closing }
    const { end } = await followRedirects(fetcher, url, limits)
    if (end instanceof FetchProblem) throw invalidRequest(`url: ${end.message}`)
    if (end.status !== 200) throw invalidRequest(`url: the server returned status ${end.status}`)
    checkSize(config, end.truncated === 'too_large' ? Number.POSITIVE_INFINITY : end.body.length, 'url')
    if (end.truncated !== false) throw invalidRequest('url: the server did not send the whole document')
    const bytes = Buffer.from(end.body)
    const type = end.headers.get('content-type') ?? ''
    const format = recognizeFormat(bytes, type)
    if (format === undefined || bytes.length === 0) throw invalidRequest(`url: ${rejectionReason(bytes)}`)
    return { source: 'url', format, url: end.url, bytes: toUtf8(format, bytes, type) }
  } finally {
    fetcher.close()
  }
}

/** Converts HTML to UTF-8. Its declared encoding stays in the page but no longer applies. */
const toUtf8 = (format: DocumentFormat, bytes: Buffer, contentType = '') =>
  format === 'html' ? Buffer.from(decodeHtml(bytes, contentType, false).text) : bytes
