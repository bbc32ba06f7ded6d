/** Tells whether the path of an address, its query included, fits the pattern of a rule. */
export type MatchesPath = (path: string) => boolean

/**
 * Reads a pattern of robots.txt: it fits paths that begin with it, `*` stands for any characters, `$` at its end for
 * the end (RFC 9309, 2.2.3). Taking each part at its first place is enough with this one wildcard, and takes no more
 * than one pass over the path.
 * @param pattern percent-encoded as `encodePath` does it
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
 * Percent-encodes what is not ASCII, as UTF-8, and writes the digits of what is encoded already in capitals: the form
 * in which rules and addresses are compared (RFC 9309, 2.2.2). Nothing is decoded.
 */
export function encodePath(path: string): string {
  const encoded = path.replace(/[^\0-\x7f]+/g, (text) => encodeURIComponent(text.toWellFormed()))
  return encoded.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
}

/** What rules are compared with: path and query of an address, without what stands before and the fragment. */
export function pathOf(url: string): string {
  const rest = url.replace(/^(?:\/\/)?(?:[^/?;#]*:\/\/)?[^/?;#]*/, '').replace(/#.*$/s, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
