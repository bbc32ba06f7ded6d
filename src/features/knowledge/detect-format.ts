import type { DocumentFormat } from './extracted.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** No two of its parts can match the same text: with more ways than one, 40 comments would take days. */
const beforeTag = '^(?:ï»¿)?(?:\\s|<!--(?:(?!-->)[\\s\\S])*-->|<\\?xml[^>]*>)*'
const beginsHtml = new RegExp(`${beforeTag}<(?:!doctype html|html|head|body)\\b`, 'i')
/** A part of a page, as editors and shops export it. Markdown may begin so as well, and is asked for first. */
const beginsPart = new RegExp(
  `${beforeTag}<(?:title|meta|link|style|h[1-6]|p|div|section|article|main|header|nav|ul|ol|table|figure|blockquote)(?=[\\s>])`,
  'i',
)

/**
 * The format of a document by its first bytes, and by what its server says where these leave it open; undefined for what
 * cannot be read.
 */
export function recognizeFormat(bytes: Buffer, contentType = ''): DocumentFormat | undefined {
  // ISO 32000-1, Annex H: viewers look for the header within the first 1024 bytes.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (startsWith(bytes, 'PK\u0003\u0004')) return isDocx(bytes) ? 'docx' : undefined
  if (isRtf(bytes)) return undefined
  const start = bytes.subarray(0, 4096).toString('latin1')
  if (beginsHtml.test(start) || /^(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return 'html'
  if (!isText(bytes)) return undefined
  if (/^text\/markdown\b/i.test(contentType) || looksLikeMarkdown(bytes)) return 'markdown'
  return beginsPart.test(start) ? 'html' : 'text'
}

function isText(bytes: Buffer): boolean {
  try {
    return !utf8.decode(bytes).includes('\u0000')
  } catch {
    return false
  }
}

// The end of a link is looked for up to the next bracket, so that nothing is read twice.
const looksLikeMarkdown = (bytes: Buffer) =>
  /^#{1,6} \S|^(```|~~~)|^[-*] \S.*\n[-*] \S|\]\([^\s\])]+\)/m.test(
    bytes.subarray(0, 65_536).toString('utf8'),
  )

/** Names of files stand in an archive as they are. Which one holds the text is up to the archive. */
const isDocx = (bytes: Buffer) => bytes.includes('[Content_Types].xml') && bytes.includes('word/')

/** RTF is text with markup in it, which nobody wants to find in passages. */
export const isRtf = (bytes: Buffer) => /^\s*\{\\rtf\d/.test(bytes.subarray(0, 100).toString('latin1'))

/** Whether it is of the container that Office had for its files before 2007, and still puts around encrypted ones. */
export const isOldOffice = (bytes: Buffer) =>
  startsWith(bytes, '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')

const startsWith = (bytes: Buffer, start: string) =>
  bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1'))
