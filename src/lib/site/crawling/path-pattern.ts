/** Tells whether the path of an address, its query included, fits the pattern of a rule. */
export type MatchesPath = (path: string) => boolean

/**
 * Reads a pattern of robots.txt: it fits paths that begin with it, `*` stands for any characters, `$` at its end for
 * the end (RFC 9309, 2.2.3). Taking each part at its first place is enough with this one wildcard, and takes no more
 * than one pass over the path.
 * @param pattern percent-encoded as `encodePattern` does it
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
 * A pattern in the form in which rules and addresses are compared (RFC 9309, 2.2.2): what is not ASCII is
 * percent-encoded as UTF-8, what is encoded already has its digits in capitals. Nothing is decoded.
 */
export function encodePattern(pattern: string): string {
  return inCapitals(pattern.replace(/[^\p{ASCII}]+/gu, (text) => encodeURIComponent(text.toWellFormed())))
}

/** What rules are compared with: path and query of an address that is encoded, without what is before and after. */
export function pathOf(url: string): string {
  const rest = url.replace(/^(?:\/\/)?(?:[^/?;#]*:\/\/)?[^/?;#]*/, '').replace(/#.*$/s, '')
  return inCapitals(rest.startsWith('/') ? rest : `/${rest}`)
}

const inCapitals = (text: string) => text.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase())
