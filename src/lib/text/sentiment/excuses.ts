import { mark, type Sentence } from './sentence.ts'
import { cue, numberWord, role, sense, type Word } from './vocabulary.ts'

/** Maximum words between a remedy and the harm. */
const remedyReach = 8
/** Maximum words between "for" and the buyer's problem. */
const needReach = 5
const priceReach = 5

/**
 * Excuses words of harm that do not blame the subject: harms that a product prevents ("removes stubborn
 * stains", "shock absorption"), problems of the buyer ("bad knees"), parts of technical terms ("zero-drop",
 * "drop: 4 mm") and changes of its price.
 */
export function excuseHarms(sentence: Sentence): void {
  for (let at = 0; at < sentence.length; at++) {
    const word = sentence.words[at] as Word
    const isHarm = (word.senses & sense.harms) !== 0
    const moves = (word.roles & role.direction) !== 0
    if (!(isHarm || moves || word.valence < 0)) continue
    if (moves && (isMeasured(sentence, at) || isPriceMove(sentence, at))) excuse(sentence, at)
    else if (isCompound(sentence, at, isHarm || moves) || isNeed(sentence, at)) excuse(sentence, at)
    else if (isHarm || !moves)
      excuseByRemedy(sentence, at, (!moves && isHarm) || (sensesAt(sentence, at + 1) & sense.harms) !== 0)
  }
}

function excuse(sentence: Sentence, at: number): void {
  sentence.marks[at] = (sentence.marks[at] as number) | mark.excused
}

function sensesAt(sentence: Sentence, at: number): number {
  return at >= 0 && at < sentence.length ? (sentence.words[at] as Word).senses : 0
}

function isBoundary(sentence: Sentence, at: number, marks: number): boolean {
  const { roles } = sentence.words[at] as Word
  return (roles & (role.but | role.clause | role.condition)) !== 0 || ((sentence.marks[at] as number) & marks) !== 0
}

/** "Drop: 4 mm", "an 8mm drop". */
function isMeasured(sentence: Sentence, at: number): boolean {
  for (let i = at + 1; i <= at + 2; i++) if (isMeasure(sentence, i)) return true
  return isMeasure(sentence, at - 1) || isMeasure(sentence, at - 2)
}

function isMeasure(sentence: Sentence, at: number): boolean {
  if (at < 0 || at >= sentence.length || sentence.words[at] !== numberWord) return false
  return ((sentence.marks[at] as number) & mark.measure) !== 0 || (sensesAt(sentence, at + 1) & sense.unit) !== 0
}

/** "Dropped its price", "the price of @ fell"; but "gold prices fall" is news about gold. */
function isPriceMove(sentence: Sentence, at: number): boolean {
  for (let i = at + 1; i <= at + 3; i++) {
    if (sensesAt(sentence, i) & sense.price) return (sensesAt(sentence, at + 1) & sense.determiner) !== 0
  }
  for (let i = at - 1; i >= Math.max(at - priceReach, 0); i--) {
    if (isBoundary(sentence, i + 1, mark.comma | mark.dash)) return false
    if (!(sensesAt(sentence, i) & sense.price)) continue
    const isOf = (sensesAt(sentence, i + 1) & sense.for) !== 0
    return isOf || (sensesAt(sentence, i - 1) & sense.determiner) !== 0
  }
  return false
}

/** "Shock absorption", "anti-theft", "zero-drop", "slip-on", but not "crash-prone". */
function isCompound(sentence: Sentence, at: number, isNoun: boolean): boolean {
  const next = sensesAt(sentence, at + 1)
  const isJoined = at + 1 < sentence.length && ((sentence.marks[at + 1] as number) & mark.hyphen) !== 0
  if (isJoined && next & sense.ridden) return false
  const goesOn = at + 1 < sentence.length && !isBoundary(sentence, at + 1, mark.comma | mark.dash)
  if (goesOn && isNoun && next & sense.guards) {
    // "Pressure-relief" is neither praise nor blame.
    if (isJoined) excuse(sentence, at + 1)
    return true
  }
  const isJoinedBefore = ((sentence.marks[at] as number) & mark.hyphen) !== 0
  if (isJoinedBefore && sensesAt(sentence, at - 1) & sense.excuses) return true
  return isNoun && (isJoined || isJoinedBefore)
}

/** "For bad knees", "ideal for stubborn stains"; not "causes back pain". */
function isNeed(sentence: Sentence, at: number): boolean {
  const isBodily = hasBody(sentence, at)
  for (let i = at - 1; i >= Math.max(at - needReach, 0); i--) {
    if (isBoundary(sentence, i + 1, mark.dash) || (!isBodily && (sentence.marks[i + 1] as number) & mark.comma)) break
    const senses = sensesAt(sentence, i)
    if (senses & sense.causes) return false
    if (senses & sense.for && i > 0 && sensesAt(sentence, i - 1) & sense.suits) return true
  }
  return isBodily
}

/** "Bad knees", "back pain". */
function hasBody(sentence: Sentence, at: number): boolean {
  if (sensesAt(sentence, at - 1) & sense.bodyParts && !isBoundary(sentence, at, mark.comma | mark.dash)) {
    return (sensesAt(sentence, at) & sense.harms) !== 0
  }
  if (at + 1 >= sentence.length || isBoundary(sentence, at + 1, mark.comma | mark.dash)) return false
  return (sensesAt(sentence, at + 1) & sense.bodyParts) !== 0
}

/** "Kills 99% of germs", "detects fraud and suspicious logins": the verb praises; the harm is excused. */
function excuseByRemedy(sentence: Sentence, at: number, isNoun: boolean): void {
  const { senses } = sentence.words[at] as Word
  if (senses & sense.adverb || (!isNoun && at + 1 === sentence.length)) return
  for (let i = at - 1; i >= Math.max(at - remedyReach, 0); i--) {
    if (isBoundary(sentence, i + 1, isNoun ? mark.dash : mark.comma | mark.dash)) return
    const before = sensesAt(sentence, i)
    // "Cleaning fees annoy": the word names a fee.
    if (before & sense.remedies && i + 1 < at && (sentence.words[i + 1] as Word).cues & cue.fee) return
    if (before & sense.remedies) {
      sentence.marks[i] = (sentence.marks[i] as number) | mark.praises | mark.excused
      excuse(sentence, at)
      return
    }
    if (before & sense.excuses) {
      excuse(sentence, at)
      return
    }
  }
}
