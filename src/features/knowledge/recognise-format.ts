import type { DocumentFormat } from './extraction/extracted.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The format of a document by its first bytes, and by what its server says where these leave it open; undefined for what
 * cannot be read.
 */
export function recogniseFormat(bytes: Buffer, contentType = ''): DocumentFormat | undefined {
  // ISO 32000-1, Annex H: viewers look for the header within the first 1024 bytes.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')))
    return bytes.includes('word/document.xml') ? 'docx' : undefined
  const head = bytes.subarray(0, 4096).toString('latin1')
  const isHtml = /^\s*(<!--[\s\S]*?-->\s*)*(<\?xml[^>]*>\s*)?<(!doctype html|html|head|body)\b/i.test(
    head.replace(/^ï»¿/, ''),
  )
  if (isHtml || /^(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return 'html'
  if (!isText(bytes)) return undefined
  return /^text\/markdown\b/i.test(contentType) || looksLikeMarkdown(bytes) ? 'markdown' : 'text'
}

function isText(bytes: Buffer): boolean {
  try {
    return !utf8.decode(bytes).includes('\u0000')
  } catch {
    return false
  }
}

const looksLikeMarkdown = (bytes: Buffer) =>
  /^#{1,6} \S|^(```|~~~)|^[-*] \S.*\n[-*] \S|\]\(\S+\)/m.test(bytes.subarray(0, 65_536).toString('utf8'))
