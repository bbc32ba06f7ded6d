import type { ForwardSearches } from './forward-search.ts'

interface CodeSpan {
  /** The code, without its backticks. */
  from: number
  to: number
  end: number
}

/** Reads the code span whose backticks start at `at`; undefined if they are literal. */
export type CodeSpanReader = (at: number) => CodeSpan | undefined

/**
 * Finds the ends of code spans: the next run of the same number of backticks within the paragraph (CommonMark
 * 0.31, "Code spans"). Matches the runs of the whole text once, on the first call.
 */
export function codeSpanReader(source: string, search: ForwardSearches): CodeSpanReader {
  let closers: Map<number, number> | undefined
  return (at) => {
    closers ??= matchRuns(source)
    const closer = closers.get(at)
    if (closer === undefined) return undefined
    const blankLine = search.blankLine(at)
    if (blankLine < closer) return undefined
    let from = at
    while (source.charAt(from) === '`') from++
    const end = closer + from - at
    const isPadded = source.charAt(from) === ' ' && source.charAt(closer - 1) === ' ' && closer - from > 2
    return isPadded ? { from: from + 1, to: closer - 1, end } : { from, to: closer, end }
  }
}

/** Maps the start of each run of backticks to the start of the next run of equal length. */
function matchRuns(source: string): Map<number, number> {
  const closers = new Map<number, number>()
  const lastOfLength = new Map<number, number>()
  for (let at = source.indexOf('`'); at !== -1; ) {
    let end = at + 1
    while (source.charAt(end) === '`') end++
    const opener = lastOfLength.get(end - at)
    if (opener !== undefined) closers.set(opener, at)
    lastOfLength.set(end - at, at)
    at = source.indexOf('`', end)
  }
  return closers
}
