import { findNoise } from './capture-noise.ts'
import { type Emphasis, newEmphasis } from './emphasis.ts'
import { type ForwardSearches, forwardSearches } from './forward-search.ts'
import { findDefinitions, type LinkDefinitions } from './link-definitions.ts'
import type { Noise } from './noise.ts'
import { type Output, openOutput } from './visible-output.ts'

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
function codeSpanReader(source: string, search: ForwardSearches): CodeSpanReader {
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

/** An opening bracket or `<a>` that may start a link. */
export interface Opener {
  /** Index of the bracket in the source. */
  offset: number
  /** Output indexes of the bracket, or of an image's exclamation mark, and of the label. */
  mark: number
  label: number
  /** The numbers of open runs of emphasis and of links before it. */
  openRuns: number
  links: number
}

/** The state of reading a text. */
export interface Reader {
  source: string
  at: number
  output: Output
  search: ForwardSearches
  definitions: LinkDefinitions
  /** The first hidden definition after the reader's position, and the used labels. */
  nextDefinition: number
  usedLabels: Set<string>
  codeSpan: CodeSpanReader
  emphasis: Emphasis
  /** The opening brackets of the current block. */
  brackets: Opener[]
  /** The open `<a>` and its target. */
  anchor: (Opener & { target: string }) | undefined
  isHeading: boolean
  isTableRow: boolean
  /** The position in the current table. */
  row: number
  column: number
  /** The parts that are not text, and the number of those before the reader's position. */
  noise: Noise[]
  passedNoise: number
  /** The next possible starts of a bare address, and of a line whose line break was lost. */
  address: number
  lostLine: number
}

export function openReader(source: string): Reader {
  const search = forwardSearches(source)
  return {
    source,
    at: 0,
    output: openOutput(source.length),
    search,
    definitions: findDefinitions(source),
    nextDefinition: 0,
    usedLabels: new Set(),
    codeSpan: codeSpanReader(source, search),
    emphasis: newEmphasis(),
    brackets: [],
    anchor: undefined,
    isHeading: false,
    isTableRow: false,
    row: -1,
    column: -1,
    noise: findNoise(source),
    passedNoise: 0,
    address: -1,
    lostLine: -1,
  }
}
