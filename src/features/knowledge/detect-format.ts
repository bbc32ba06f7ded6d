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
  /^#{1,6} \S|^(```|~~~)|^[-*] \S.*\n[-*] \S|\]\([^\s\])]+\)/m.test(
    bytes.subarray(0, 65_536).toString('utf8'),
  )

/** File names are uncompressed in an archive. */
const isDocx = (bytes: Buffer) => bytes.includes('[Content_Types].xml') && bytes.includes('word/')

/** RTF is text with markup, which does not belong in passages. */
export const isRtf = (bytes: Buffer) => /^\s*\{\\rtf\d/.test(bytes.subarray(0, 100).toString('latin1'))

/** Detects the container of Office files before 2007 and of encrypted ones. */
export const isOldOffice = (bytes: Buffer) =>
  startsWith(bytes, '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')

const startsWith = (bytes: Buffer, start: string) =>
  bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1'))
