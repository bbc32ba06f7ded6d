/** Longer texts are truncated: they only serve lists and counts. */
const maxTextLength = 8192

const beyondAscii = /[\x80-\xff]/

export const isAscii = (text: string) => !beyondAscii.test(text)

/** Decodes bytes, given as latin1, as UTF-8. Invalid sequences become U+FFFD. */
export function utf8(bytes: string): string {
  return !isAscii(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes
}

/** Truncates a text without splitting a surrogate pair or a percent-encoded byte. */
export function truncateText(text: string): string {
  return text.length <= maxTextLength ? text : text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$|%[0-9a-f]?$/i, '')
}

/** Null for the empty values of logs: an empty text or a hyphen. */
export function nullIfBlank(text: string): string | null {
  return text === '' || text === '-' ? null : text
}

/** Whether a character is after an odd number of backslashes. */
export function isEscaped(line: string, at: number): boolean {
  let before = at
  while (line.charCodeAt(before - 1) === backslash) before -= 1
  return (at - before) % 2 === 1
}

const backslash = 92

const controls: Record<string, string> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v', f: '\f' }

/**
 * Unescapes a quoted field: `\"`, `\\`, `\xhh` for a byte (Apache and nginx), `\n` and similar (Apache). Bytes as
 * latin1 in and out.
 */
export function unescaped(field: string): string {
  if (!field.includes('\\')) return field
  return field.replace(/\\(?:x([0-9a-f]{2})|(.))/gis, (_, hex: string | undefined, character: string) =>
    hex === undefined ? (controls[character] ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Decodes percent-encoded UTF-8. Keeps everything else. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}

/** Few lines of a log have a new user agent. */
const decodedAgents = new Map<string, string>()
const maxDecodedAgents = 16_384
const maxAgentLength = 512

/** Decodes a user agent from a log. */
export function decodedAgent(agent: string): string {
  const known = decodedAgents.get(agent)
  if (known !== undefined) return known
  const decoded = decodeAgent(agent)
  if (decodedAgents.size === maxDecodedAgents) decodedAgents.clear()
  // A copy, as a part of the text of the log would keep the rest of it.
  if (agent.length <= maxAgentLength) decodedAgents.set(Buffer.from(agent).toString(), decoded)
  return decoded
}

/** CloudFront encoded user agents twice for years (`%2520`). */
function decodeAgent(agent: string): string {
  const once = percentDecoded(agent)
  return once.includes('%20') && !once.includes(' ') ? percentDecoded(once) : once
}

/** Decodes a user agent without spaces: IIS writes a plus for each, and keeps an original plus after it. */
export function spacedAgent(agent: string): string {
  if (agent.includes(' ')) return agent
  return decodedAgent(/%(?:25)?20/.test(agent) ? agent : agent.replace(/\+(\+?)/g, ' $1'))
}

/** Decodes a URL of which the log also encoded the scheme. */
export const decodedUrl = (url: string) => (/^https?%3a/i.test(url) ? percentDecoded(url) : url)

/** Restores a path or URL whose percent signs were encoded again for the log. */
export function encodedOnce(url: string): string {
  return url.includes('%25') ? url.replace(/%25(?=[0-9a-f]{2})/gi, '%') : url
}

/** Adds a character to a 32-bit hash of the characters before. */
export const nextHash = (hash: number, code: number) => (Math.imul(hash, 31) + code) | 0

export function hashText(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = nextHash(hash, text.charCodeAt(at))
  return hash
}
