import type { Readable } from 'node:stream'
import type { Config } from '../../kernel/config.ts'
import type { Services } from '../../kernel/context.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import { createFetcher } from '../../lib/fetching/fetcher.ts'
import { followRedirects } from '../../lib/fetching/follow-redirects.ts'
import { decodeHtml } from '../../lib/text/decode-html.ts'
import type { DocumentFormat } from './extracted.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Unambiguous, to avoid catastrophic backtracking: its alternatives never match the same text. */
const beforeTag = '^(?:ï»¿)?(?:\\s|<!--(?:(?!-->)[\\s\\S])*-->|<\\?xml[^>]*>)*'
const htmlStart = new RegExp(`${beforeTag}<(?:!doctype html|html|head|body)\\b`, 'i')
/** An HTML fragment, as exported by editors and shops. Check for Markdown first, which can start the same way. */
const fragmentStart = new RegExp(
  `${beforeTag}<(?:title|meta|link|style|h[1-6]|p|div|section|article|main|header|nav|ul|ol|table|figure|blockquote)(?=[\\s>])`,
  'i',
)

/**
 * Detects the format of a document from its first bytes or else its content type. Undefined if unsupported.
 */
export function recognizeFormat(bytes: Buffer, contentType = ''): DocumentFormat | undefined {
  // ISO 32000-1, Annex H: viewers look for the header within the first 1024 bytes.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (startsWith(bytes, 'PK\u0003\u0004')) return isDocx(bytes) ? 'docx' : undefined
  if (isRtf(bytes)) return undefined
  const start = bytes.subarray(0, 4096).toString('latin1')
  if (htmlStart.test(start) || /^(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return 'html'
  if (!isText(bytes)) return undefined
  if (/^text\/markdown\b/i.test(contentType) || looksLikeMarkdown(bytes)) return 'markdown'
  return fragmentStart.test(start) ? 'html' : 'text'
}

function isText(bytes: Buffer): boolean {
  try {
    return !utf8.decode(bytes).includes('\u0000')
  } catch {
    return false
  }
}

// A link ends before the next bracket, which keeps matching linear.
const looksLikeMarkdown = (bytes: Buffer) =>
  /^#{1,6} \S|^(```|~~~)|^[-*] \S.*\n[-*] \S|\]\([^\s\])]+\)/m.test(bytes.subarray(0, 65_536).toString('utf8'))

/** File names are uncompressed in an archive. */
const isDocx = (bytes: Buffer) => bytes.includes('[Content_Types].xml') && bytes.includes('word/')

/** RTF is text with markup, which does not belong in passages. */
const isRtf = (bytes: Buffer) => /^\s*\{\\rtf\d/.test(bytes.subarray(0, 100).toString('latin1'))

/** Detects the container of Office files before 2007 and of encrypted ones. */
const isOldOffice = (bytes: Buffer) => startsWith(bytes, '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')

const startsWith = (bytes: Buffer, start: string) =>
  bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1'))

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
  if (given.length !== 1) throw invalidRequest('set exactly one of --file, --text and --url; it must not be empty')
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

async function fetchDocument({ config, resolveHost, closing }: Services, url: string): Promise<GivenDocument> {
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
