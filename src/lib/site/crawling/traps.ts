/** Why an address is passed over. */
export type TrapKind =
  /** Longer than 2,048 characters, or deeper than 20 folders. */
  | 'too_long'
  /** Further from the home page than anybody clicks. */
  | 'too_deep'
  /** A folder that stands in its path again and again: relative links that build on each other. */
  | 'repeating'
  /** One more of many addresses that differ in numbers, dates or parameters alone. */
  | 'too_many_alike'

export interface TrapGuard {
  /** Whether an address that a page links to should be read, and counts it. @returns why not, or undefined */
  check(url: string, depth: number | null): TrapKind | undefined
}

const maxUrlLength = 2048
const maxSegments = 20
const maxRepeats = 3
const maxClicks = 100
/** Addresses with a query, by the number of its parameters: pages of a list, filters, and filters of filters. */
const maxWithParameters = [20_000, 2000, 500]
const maxWithMoreParameters = 100
/** Sets of parameters in use at one path. */
const maxParameterSets = 50
/** Archives by day of some years; calendars have no end. */
const maxDates = 2000

/**
 * Keeps a crawl out of what has no end: calendars, sessions, filters, paths that grow. What sitemaps list is not asked
 * about. Its memory is that of the addresses that it lets pass.
 */
export function createTrapGuard(): TrapGuard {
  const counts = new Map<string, number>()

  function isOver(key: string, most: number): boolean {
    const count = counts.get(key) ?? 0
    if (count < most) counts.set(key, count + 1)
    return count >= most
  }

  function isOneTooMany(path: string, query: string): boolean {
    const template = path.replace(/\d+/g, '0')
    if (query === '') return isDated(path) && isOver(template, maxDates)
    const names = query.split('&').map((parameter) => parameter.split('=', 1)[0])
    const set = `${template}?${names.sort().join('&')}`
    if (!counts.has(set) && isOver(`sets of ${template}`, maxParameterSets)) return true
    return isOver(set, maxWithParameters[names.length - 1] ?? maxWithMoreParameters)
  }

  return {
    check(url, depth) {
      if (url.length > maxUrlLength) return 'too_long'
      if (depth !== null && depth > maxClicks) return 'too_deep'
      const { pathname, search } = new URL(url)
      const segments = pathname.split('/').filter((segment) => segment !== '')
      if (segments.length > maxSegments) return 'too_long'
      if (isRepeating(segments)) return 'repeating'
      return isOneTooMany(pathname, search.slice(1)) ? 'too_many_alike' : undefined
    },
  }
}

/** Numbers may well be equal, as in 2020/01/01. */
function isRepeating(segments: string[]): boolean {
  const counts = new Map<string, number>()
  for (const segment of segments.filter((text) => !/^\d+$/.test(text))) {
    const count = (counts.get(segment) ?? 0) + 1
    if (count > maxRepeats) return true
    counts.set(segment, count)
  }
  return false
}

/** Whether a path ends in a date, or the year and month of one. */
const isDated = (path: string) => /(?:^|[/-])\d{4}[/-]\d{1,2}(?:[/-]\d{1,2})?\/?$/.test(path)
