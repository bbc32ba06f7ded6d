/** Why a URL is skipped. */
export type TrapKind =
  /** Longer than 2,048 characters, or deeper than 20 folders. */
  | 'too_long'
  /** Further from the home page than users click. */
  | 'too_deep'
  /** Its path repeats a folder many times: relative links that build on each other. */
  | 'repeating'
  /** One of many URLs that differ only in numbers, dates or parameters. */
  | 'too_many_alike'

const maxUrlLength = 2048
const maxSegments = 20
const maxRepeats = 3
const maxClicks = 100
/** Limits of URLs with a query by number of parameters: pages of a list, filters, combined filters. */
const maxWithParameters = [20_000, 2000, 500]
const maxWithMoreParameters = 100
/** Sets of parameters per path. */
const maxParameterSets = 50
/** Enough for daily archives of some years; calendars are endless. */
const maxDates = 2000

/**
 * Keeps a crawl out of endless parts of a site: calendars, sessions, filters, growing paths. Sitemap pages
 * are not checked. Its memory is proportional to the allowed URLs.
 */
export function createTrapGuard() {
  const counts = new Map<string, number>()

  function isOver(key: string, max: number): boolean {
    const count = counts.get(key) ?? 0
    if (count < max) counts.set(key, count + 1)
    return count >= max
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
    /** Whether to read a linked URL. Counts it. @returns the reason to skip it, or undefined */
    check(url: string, depth: number | null): TrapKind | undefined {
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

/** Numbers can legitimately repeat, as in 2020/01/01. */
function isRepeating(segments: string[]): boolean {
  const counts = new Map<string, number>()
  for (const segment of segments.filter((text) => !/^\d+$/.test(text))) {
    const count = (counts.get(segment) ?? 0) + 1
    if (count > maxRepeats) return true
    counts.set(segment, count)
  }
  return false
}

/** Whether a path ends in a date, or in a year and month. */
const isDated = (path: string) => /(?:^|[/-])\d{4}[/-]\d{1,2}(?:[/-]\d{1,2})?\/?$/.test(path)
