/** Texts longer than this are cut: they are kept to be listed and counted, and nobody asks for such pages. */
const maxTextLength = 8192

const beyondAscii = /[\x80-\xff]/

/** The text that bytes, given as latin1, spell in UTF-8. What is not UTF-8 in them becomes U+FFFD. */
export function utf8(bytes: string): string {
  return beyondAscii.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes
}

/** The text, or as much of it as is kept, without half a character at the end. */
export function truncateText(text: string): string {
  return text.length <= maxTextLength ? text : text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '')
}

/** Null for what logs write where there is nothing: nothing, or a hyphen. */
export function nullIfBlank(text: string): string | null {
  return text === '' || text === '-' ? null : text
}

const controls: Record<string, string> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v', f: '\f' }

/**
 * A quoted field without the escapes that servers write: `\"`, `\\`, `\xhh` for a byte (Apache's and nginx's), `\n`
 * and the like (Apache's). Bytes as latin1 in and out.
 */
export function unescaped(field: string): string {
  if (!field.includes('\\')) return field
  return field.replace(/\\(?:x([0-9a-f]{2})|(.))/gis, (_, hex: string | undefined, character: string) =>
    hex === undefined ? (controls[character] ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** A text without its percent-encoding, which is read as UTF-8. What is no encoding in it stays. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

/** A user agent that was percent-encoded to be logged; CloudFront did so twice for years (`%2520`). */
export function decodedAgent(agent: string): string {
  const once = percentDecoded(agent)
  return once.includes('%20') && !once.includes(' ') ? percentDecoded(once) : once
}

/** A path or URL as the client sent it, from one whose percent signs were encoded once more to be logged. */
export function encodedOnce(url: string): string {
  return url.replace(/%25(?=[0-9a-f]{2})/gi, '%')
}
