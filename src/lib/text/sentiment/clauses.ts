import { compared, partsOfMentions, referred, subject } from './comparisons.ts'
import { mark, type Sentence } from './sentence.ts'
import { rate } from './valence.ts'
import { cue, role, sense, type Word } from './vocabulary.ts'

/** The factor of praise of one entity for the entity that it is compared with. */
const comparedFactor = -0.6
/** The factor that "but @ is not" applies. */
const deniedFactor = -0.74
/** The score of an entity to be replaced, as in "tired of @". */
export const leftScore = -0.42
/** Maximum words between "boosts" and its object. */
const movedReach = 4
/** Maximum words before "than" that name the measure: "a more affordable price than". */
const measureLength = 5

type Add = (entity: number, score: number) => void

/**
 * Distributes a sentence's sentiment among its entities: each gets that of the clauses about it, and an
 * entity that is only compared with gets the opposite, weakly. With `implied` the sentence is about the
 * entities named before ("it"), and mentions others in passing.
 * @returns the entities of the first clause, to which "it" in the next sentence refers
 */
export function shareSentence(
  sentence: Sentence,
  from: number,
  implied: readonly number[],
  add: Add,
): readonly number[] {
  const parts = partsOfMentions(sentence, from)
  setRivalsApart(sentence, parts, add)
  let start = from
  let subjects: number[] = [...implied]
  let first: readonly number[] | undefined
  for (let at = from; at < sentence.length; at++) {
    if (at > start && subjects.length > 0 && beginsOwnClause(sentence, start, at, parts, implied.length > 0)) {
      if (!isOpenList(sentence, start, at) && !isTailOfList(sentence, at)) {
        settle(sentence, start, at, subjects, parts, add)
        first ??= subjects
        subjects = []
        start = at
      }
    }
    const isSubject = parts[at] === subject && (implied.length === 0 || start > from)
    if (isSubject) subjects.push(sentence.entities[at] as number)
  }
  settle(sentence, start, sentence.length, subjects, parts, add)
  return first ?? subjects
}

const rivalry = cue.grieves | cue.leaves | cue.takes

/** Scores entities to be replaced only by that. */
function setRivalsApart(sentence: Sentence, parts: number[], add: Add): void {
  if ((sentence.cues & rivalry) === 0) return
  for (let at = 0; at < sentence.length; at++) {
    const seen = sentence.marks[at] as number
    if (seen & mark.taken) parts[at] = subject
    if (!(seen & mark.left)) continue
    parts[at] = referred
    add(sentence.entities[at] as number, leftScore)
  }
}

function settle(sentence: Sentence, start: number, end: number, subjects: number[], parts: number[], add: Add): void {
  const score = rate(sentence, start, end) || ellipsisOf(sentence, start, end)
  for (const entity of new Set(subjects)) add(entity, score)
  for (let at = start; at < end; at++) {
    const entity = sentence.entities[at] as number
    const by = (parts[at] as number) - compared
    if (by < 0 || subjects.includes(entity)) continue
    // "Unlike A, ..." applies to all that follows, "... than A" to the words before.
    const measure = by <= start + 1 ? score : rate(sentence, Math.max(start, by - measureLength), by + 1)
    add(entity, comparedFactor * measure)
  }
}

/** "@ is overpriced, @ is not": denies the preceding judgment for another entity. */
function ellipsisOf(sentence: Sentence, start: number, end: number): number {
  const last = (sentence.words[end - 1] as Word).roles
  const isDenial =
    (last & role.negation) !== 0 || (end > 1 && (sentence.words[end - 2] as Word).roles & role.less) !== 0
  return start > 0 && isDenial ? deniedFactor * rate(sentence, 0, start) : 0
}

/** Whether a clause with its own subject starts here. */
function beginsOwnClause(
  sentence: Sentence,
  start: number,
  at: number,
  parts: readonly number[],
  onlyContrast: boolean,
): boolean {
  const joins = ((sentence.words[at] as Word).roles & role.junction) !== 0 && joinsSubject(sentence, at, parts)
  if (movesAnother(sentence, start, at, parts) || isCauseOf(sentence, at, parts)) return true
  if (!contrasts(sentence, at) && (onlyContrast || !(joins || startsClause(sentence, at)))) return false
  for (let i = at; i < sentence.length; i++) {
    if (i > at && startsClause(sentence, i)) return false
    if (parts[i] === subject) return true
  }
  return false
}

/** "A weak @ boosts @", "got rid of @": the judgment so far does not apply to the rest. */
function movesAnother(sentence: Sentence, start: number, at: number, parts: readonly number[]): boolean {
  const word = sentence.words[at] as Word
  if (!(word.senses & sense.moves)) return false
  for (let i = at + 1; i <= at + movedReach; i++) {
    if (parts[i] === subject) return rate(sentence, start, at) * rate(sentence, at, i + 1) < 0
  }
  return false
}

/** "On weak @", "by a strong @": the adjective applies only to the rest. */
function isCauseOf(sentence: Sentence, at: number, parts: readonly number[]): boolean {
  if (!((sentence.words[at] as Word).roles & role.because) || at + 2 >= sentence.length) return false
  const next = ((sentence.words[at + 1] as Word).senses & sense.determiner) !== 0 ? at + 2 : at + 1
  return (sentence.words[next] as Word).valence !== 0 && parts[next + 1] === subject
}

/** "And @", "and the @", "and leave the @". */
function joinsSubject(sentence: Sentence, at: number, parts: readonly number[]): boolean {
  if (parts[at + 1] === subject || parts[at + 2] === subject) return true
  return parts[at + 3] === subject && ((sentence.words[at + 2] as Word).senses & sense.determiner) !== 0
}

function startsClause(sentence: Sentence, at: number): boolean {
  return contrasts(sentence, at) || ((sentence.marks[at] as number) & mark.comma) !== 0
}

/** "A, B and C are great", "brands like A, B": no judgment so far, and nothing after the name. */
function isOpenList(sentence: Sentence, start: number, end: number): boolean {
  return !contrasts(sentence, end) && isName(sentence, end - 1) && rate(sentence, start, end) === 0
}

/** "Buy A, B and C": only names up to the next clause, with the same judgment. */
function isTailOfList(sentence: Sentence, start: number): boolean {
  if (contrasts(sentence, start)) return false
  for (let at = start; at < sentence.length; at++) {
    if (isName(sentence, at) || (sentence.words[at] as Word).roles & role.junction) continue
    return at > start && (startsClause(sentence, at) || ((sentence.words[at] as Word).senses & sense.place) !== 0)
  }
  return true
}

function contrasts(sentence: Sentence, at: number): boolean {
  const { roles } = sentence.words[at] as Word
  return (roles & (role.clause | role.but)) !== 0 || ((sentence.marks[at] as number) & mark.dash) !== 0
}

function isName(sentence: Sentence, at: number): boolean {
  return (sentence.entities[at] as number) >= 0 || ((sentence.marks[at] as number) & mark.name) !== 0
}
