import type { TextRange } from './provider-answer.ts'
import { maxTextLength, UnreadableBody } from './shape.ts'

/** A text that grows part by part, and the place of each part in it. */
export interface JoinedText {
  readonly text: string
  /** Adds a part and returns its range. */
  add: (part: string) => TextRange
  /** Parts what follows from what there is by a blank line. */
  breakBlock: () => void
}

/** Moves a range of one part to the whole text. */
export const shifted = (part: TextRange, range: TextRange | undefined): TextRange | undefined =>
  range && { start: part.start + range.start, end: part.start + range.end }

/** @throws UnreadableBody where the parts together are longer than an answer may be */
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
