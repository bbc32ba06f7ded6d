import type { Word } from './vocabulary.ts'

/** A mention of an entity: a range of the visible text. Mentions are ordered by start. */
export interface EntitySpan {
  entity: number
  start: number
  end: number
}

/** A part of the visible text. */
export interface Stretch {
  start: number
  end: number
}

/** The start of a table cell in the visible text. Row and column are -1 after a table; the head is row 0. */
export interface Cell {
  start: number
  row: number
  column: number
}

/** Properties of a token, in addition to its word. */
export const mark = {
  capitalised: 1 << 0,
  allCaps: 1 << 1,
  lower: 1 << 2,
  /** After a comma or bracket. */
  comma: 1 << 3,
  /** After a dash or semicolon. */
  dash: 1 << 4,
  /** Continues the product name that an entity's mention began; has no sentiment. */
  name: 1 << 5,
  /** Too short to distinguish title case from sentence case. */
  short: 1 << 6,
  /** A hyphen joins it to the token before. */
  hyphen: 1 << 7,
  /** A number with its unit: "4mm". */
  measure: 1 << 8,
  /** Does not blame the subject, as in "removes stubborn stains". */
  excused: 1 << 9,
  /** Praises in this context, although its word alone does not: "removes" before stains. */
  praises: 1 << 10,
  /** Blames in this context: "causes" before pain. */
  blames: 1 << 11,
  /** Neutral in this context, even within a phrase: "tired of" before an entity to be replaced. */
  unsaid: 1 << 12,
  /** Mostly denies the rest: "few guests". */
  denies: 1 << 13,
  /** An entity to be replaced: "tired of @". */
  left: 1 << 14,
  /** The recommended replacement: "try @". */
  taken: 1 << 15,
} as const

/** One sentence, list item, heading or table cell. Reused from sentence to sentence. */
export interface Sentence {
  /** Its range in the visible text, including preceding blanks. */
  place: Stretch
  words: Word[]
  marks: number[]
  /** The entity named by the token, or -1. */
  entities: number[]
  length: number
  mentions: number
  /** Tokens before the first colon, 0 without one. */
  colon: number
  /** Tokens before the last colon, 0 without one. */
  lastColon: number
  /** Tokens before the first dash, 0 without one or after a colon. */
  dash: number
  /** Sum of its words' language evidence; positive for English. */
  language: number
  /** Whether it is the first sentence of its paragraph, heading, list item or table cell. */
  startsBlock: boolean
  /** Whether it is the whole block, like a heading or an item without a full stop. */
  isBlock: boolean
  /** Its final punctuation: a full stop, `!`, `?`, `:`; empty at the end of its block. */
  end: string
  /** Whether prices are joined to names, as in a row of product cards, which contain no judgment. */
  isListing: boolean
  /** All cues of its words. */
  cues: number
  /** The table cell in which it starts. */
  cell: Cell | undefined
}

/**
 * A part of the text with `@` for each name.
 * @param mentions ordered by start
 * @param first the first mention to check
 */
export function withoutNames(
  text: string,
  mentions: readonly EntitySpan[],
  { start, end }: Stretch,
  first = 0,
): string {
  let result = ''
  let at = start
  for (let next = first; next < mentions.length; next++) {
    const mention = mentions[next] as EntitySpan
    if (mention.start >= end) break
    if (mention.start < at) continue
    result += `${text.slice(at, mention.start)}@`
    at = mention.end
  }
  return result + text.slice(at, end)
}
