import { isAscii, isUtf8 } from 'node:buffer'

export interface Encoding {
  /** The name by the Encoding Standard, such as `utf-8` or `windows-1252`. */
  name: string
  source: 'bom' | 'header' | 'meta' | 'guess'
  /** Whether some bytes are invalid in it. */
  isBroken: boolean
  /** The page's `meta` declaration if it contradicts the response; null if they agree. */
  contradictedBy: string | null
}

/** The part of a page in which browsers search for a declaration (HTML Standard). */
const prescanBytes = 1024

/**
 * Decodes a page as browsers do: by its byte order mark, else its `Content-Type`, else its own declaration in
 * the first bytes, else as UTF-8 if it is valid and as windows-1252 if not (HTML Standard, section 13.2.3).
 * @param isCut whether the end is missing, perhaps within a character
 */
export function decodeHtml(body: Buffer, contentType: string, isCut: boolean) {
  const read = isCut ? wholeCharacters(body) : body
  const declared = declaredInPage(read)
  const header = knownName(/charset\s*=\s*["']?([^\s;"',]+)/i.exec(contentType)?.[1])
  const [name, source] = chooseEncoding(read, header, declared)
  const { text, isBroken } = decode(read, name)
  const isContradicted = source === 'header' && declared !== undefined && declared !== name
  return { text, encoding: { name, source, isBroken, contradictedBy: isContradicted ? declared : null } }
}

function chooseEncoding(
  body: Buffer,
  header: string | undefined,
  declared: string | undefined,
): [name: string, source: Encoding['source']] {
  const marked = byteOrderMark(body)
  if (marked !== undefined) return [marked, 'bom']
  if (header !== undefined) return [header, 'header']
  if (declared !== undefined) return [declared, 'meta']
  return [isUtf8(body) ? 'utf-8' : 'windows-1252', 'guess']
}

function byteOrderMark([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return undefined
}

function declaredInPage(body: Buffer): string | undefined {
  const start = body.toString('latin1', 0, prescanBytes).replace(/<!--.*?-->/gs, '')
  const meta = /<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s;"'/>]+)/i.exec(start)?.[1]
  const name = knownName(meta ?? /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/.exec(start)?.[1])
  // A declaration that was readable as ASCII cannot be in a two-byte encoding.
  return name?.startsWith('utf-16') ? 'utf-8' : name
}

function knownName(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function decode(body: Buffer, name: string): { text: string; isBroken: boolean } {
  if (isAscii(body) && !name.startsWith('utf-16') && name !== 'iso-2022-jp') {
    return { text: body.toString('latin1'), isBroken: false }
  }
  try {
    return { text: new TextDecoder(name, { fatal: true }).decode(body), isBroken: false }
  } catch {
    return { text: new TextDecoder(name).decode(body), isBroken: true }
  }
}

/** Drops the bytes of a truncated UTF-8 character at the end. */
function wholeCharacters(body: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= body.length; back++) {
    const byte = body[body.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return back < lengthFrom(byte) ? body.subarray(0, body.length - back) : body
  }
  return body
}

const lengthFrom = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2)
