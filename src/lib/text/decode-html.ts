import { isAscii, isUtf8 } from 'node:buffer'

export interface Encoding {
  /** As the Encoding Standard names it, such as `utf-8` or `windows-1252`. */
  name: string
  source: 'bom' | 'header' | 'meta' | 'guess'
  /** Some bytes mean nothing in it. */
  isBroken: boolean
  /** What a `meta` of the page says where the response says something else; null where they agree. */
  contradictedBy: string | null
}

export interface DecodedText {
  text: string
  encoding: Encoding
}

/** Where the HTML Standard has browsers look for a declaration. */
const prescanBytes = 1024

/**
 * Decodes a page as browsers do: by its byte order mark, else its `Content-Type`, else what it declares itself in its first
 * bytes; with none of these as UTF-8 where it is, as windows-1252 where it is not (HTML Standard, 13.2.3).
 * @param isCut the end is missing, and with it perhaps a part of the last character
 */
export function decodeHtml(body: Buffer, contentType: string, isCut: boolean): DecodedText {
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
  // What could be read this far is not in an encoding of two bytes.
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

/** The bytes without those of a character of UTF-8 that ends beyond them. */
function wholeCharacters(body: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= body.length; back++) {
    const byte = body[body.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return back < lengthFrom(byte) ? body.subarray(0, body.length - back) : body
  }
  return body
}

const lengthFrom = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2)
