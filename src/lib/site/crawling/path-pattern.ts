/** Whether a URL’s path with its query matches the pattern of a rule. */
export type MatchesPath = (path: string) => boolean

/**
 * Compiles a robots.txt pattern: it matches by prefix, `*` matches any characters, and a final `$` the end
 * (RFC 9309, section 2.2.3). With this one wildcard, matching each part at its first occurrence is enough.
 * @param pattern percent-encoded by `encodePattern`
 */
export function createPathMatcher(pattern: string): MatchesPath {
  const isAnchored = pattern.endsWith('$')
  const [start = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const last = isAnchored ? rest.pop() : undefined
  const middle = rest.filter((part) => part !== '')

  return (path) => {
    if (!path.startsWith(start)) return false
    let position = start.length
    for (const part of middle) {
      const found = path.indexOf(part, position)
      if (found === -1) return false
      position = found + part.length
    }
    if (!isAnchored) return true
    if (last === undefined) return position === path.length
    return path.length - last.length >= position && path.endsWith(last)
  }
}

/**
 * The form in which rules and URLs are compared (RFC 9309, section 2.2.2): percent-encodes other than ASCII
 * as UTF-8, and capitalizes the digits of existing encodings. Decodes nothing.
 */
export function encodePattern(pattern: string): string {
  return inCapitals(pattern.replace(/[^\p{ASCII}]+/gu, (text) => encodeURIComponent(text.toWellFormed())))
}

/** The path and query of an encoded URL, which rules are matched against. */
export function pathOf(url: string): string {
  const rest = url.replace(/^(?:\/\/)?(?:[^/?;#]*:\/\/)?[^/?;#]*/, '').replace(/#.*$/s, '')
  return inCapitals(rest.startsWith('/') ? rest : `/${rest}`)
}

const inCapitals = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase())
