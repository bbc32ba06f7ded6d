import type { Word } from './vocabulary.ts'

/** A mention of an entity: indexes into the visible text, which are ordered by start. */
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

/** Where a cell of a table begins in the visible text; row and column are -1 behind a table. The row of the head is 0. */
export interface Cell {
  start: number
  row: number
  column: number
}

/** What is seen of a token besides its word. */
export const mark = {
  capitalised: 1 << 0,
  allCaps: 1 << 1,
  lower: 1 << 2,
  /** A comma or bracket stands before it. */
  comma: 1 << 3,
  /** A dash or semicolon stands before it. */
  dash: 1 << 4,
  /** Part of a product's name that goes on from an entity's: carries no sentiment. */
  name: 1 << 5,
  /** Too short to tell the case of a title from that of a sentence. */
  short: 1 << 6,
  /** A hyphen joins it to the token before. */
  hyphen: 1 << 7,
  /** A number with its unit: "4mm". */
  measure: 1 << 8,
  /** What it says is no fault of what is spoken of, as in "removes stubborn stains". */
  excused: 1 << 9,
  /** It says something good that its word alone does not: "removes" before stains, "choose" before "over". */
  praises: 1 << 10,
  /** So with something bad: "causes" before pain. */
  blames: 1 << 11,
  /** Says nothing where it stands, also within a phrase: "tired of" before what is to be left. */
  unsaid: 1 << 12,
  /** What follows is denied of most: "few guests". */
  denies: 1 << 13,
  /** An entity that is to be given up for another: "tired of @". */
  left: 1 << 14,
  /** The one that is advised instead: "try @". */
  taken: 1 << 15,
} as const

/** One sentence, list item, heading or table cell. Reused from sentence to sentence. */
export interface Sentence {
  /** Where it stands in the visible text, with the blanks before it. */
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
  exclamations: number
  /** Sum of what its words say of its language, above 0 for English. */
  language: number
  /** It is the first one in its paragraph, heading, list item or table cell. */
  startsBlock: boolean
  /** It fills its block: a heading or an item without a full stop looks like this. */
  isBlock: boolean
  /** How it ended: a full stop, `!`, `?`, `:`, or '' at the end of its block. */
  end: string
  /** Prices run into names as in a row of product cards, which judge nothing. */
  isListing: boolean
  /** All the cues of its words. */
  cues: number
  /** The cell of a table that it begins in. */
  cell: Cell | undefined
}
