/** Bytes in which a page names its own encoding, by the HTML standard. */
const prescanBytes = 1024

/**
 * The text of a page’s bytes: in the encoding that its byte order mark, its header or its own `meta` names, else UTF-8.
 * @param contentType the header of that name, or the empty text
 */
export function decodeHtml(body: Buffer, contentType: string): string {
  return decoderOf(body, contentType).decode(body)
}

function decoderOf(body: Buffer, contentType: string): TextDecoder {
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be')
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le')
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return new TextDecoder()
  const head = body.subarray(0, prescanBytes).toString('latin1')
  const named = charsetIn(contentType) ?? charsetIn(/<meta[^>]+charset[^>]*>/i.exec(head)?.[0] ?? '')
  try {
    return new TextDecoder(named ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}

const charsetIn = (text: string) => /charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1]
