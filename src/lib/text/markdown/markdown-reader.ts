import { type CodeSpanReader, codeSpanReader } from './code-span.ts'
import { type Emphasis, newEmphasis } from './emphasis.ts'
import { type ForwardSearches, forwardSearches } from './forward-search.ts'
import { findDefinitions, type LinkDefinitions } from './link-definitions.ts'
import { type Output, openOutput } from './visible-output.ts'

/** An opening bracket or `<a>` that may turn out to begin a link. */
export interface Opener {
  /** Index of the bracket in the source. */
  offset: number
  /** Where the bracket, or an image's exclamation mark, stands in the output, and where the label begins. */
  mark: number
  label: number
  /** How many runs of emphasis were open, and how many links were read before it. */
  openRuns: number
  links: number
}

/** A text being read: where the reader is, and what it has to remember. */
export interface Reader {
  source: string
  at: number
  output: Output
  search: ForwardSearches
  definitions: LinkDefinitions
  /** The first hidden definition that is not behind the reader, and the labels that were used. */
  nextDefinition: number
  usedLabels: Set<string>
  codeSpan: CodeSpanReader
  emphasis: Emphasis
  /** The opening brackets of the present block. */
  brackets: Opener[]
  /** The `<a>` that is open, and its target. */
  anchor: (Opener & { target: string }) | undefined
  isHeading: boolean
  isTableRow: boolean
  /** Of the running table. */
  row: number
  column: number
  /** The next places where an address without markup, or a line whose beginning was lost, may start. */
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
    address: -1,
    lostLine: -1,
  }
}
