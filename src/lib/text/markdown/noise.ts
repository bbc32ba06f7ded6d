/** A part of an answer's source that is not its text. */
export interface Noise {
  start: number
  end: number
  /** Whether readers do not see it. Otherwise a number that is joined to the word before it. */
  isHidden: boolean
}
