import type { TextRange } from './provider-answer.ts'
import { maxTextLength, UnreadableBody } from './shape.ts'

/** A text that grows by parts, with the range of each part. */
export interface JoinedText {
  readonly text: string
  /** Appends a part and returns its range. */
  add: (part: string) => TextRange
  /** Separates the next part by a blank line. */
  breakBlock: () => void
}

/** Moves a range within a part to the whole text. */
export const shifted = (part: TextRange, range: TextRange | undefined): TextRange | undefined =>
  range && { start: part.start + range.start, end: part.start + range.end }

/** @throws UnreadableBody if the joined text is longer than an answer can be */
export function joinText(): JoinedText {
  let text = ''
  let isBroken = false
  return {
    get text() {
      return text
    },
    add: (part) => {
      if (isBroken && part !== '' && text !== '') text += '\n\n'
      if (part !== '') isBroken = false
      const start = text.length
      text += part
      if (text.length > maxTextLength) throw new UnreadableBody('the text has more than 2,000,000 characters')
      return { start, end: text.length }
    },
    breakBlock: () => {
      isBroken = true
    },
  }
}
