import { mark, type Sentence } from './sentence.ts'
import { rate } from './valence.ts'
import { role, type Word } from './vocabulary.ts'

/** What praise of one entity over another takes from the other, and blame gives it. */
const comparedFactor = -0.5
/** How many words may stand between "than" and the name that is compared with. */
const comparisonReach = 4

/** The words before "than" that say by what: "a more affordable price than". */
const measureLength = 5

const subject = 1
const referred = 2
/** Compared with, by the word at the position that is added to this. */
const compared = 3

type Add = (entity: number, score: number) => void

/**
 * Shares a sentence among the entities that it names: each is judged by the clauses that speak of it, and
 * what it is only compared with by the opposite, mildly. With `implied` the sentence speaks of those that
 * were named before ("it"), and names others in passing.
 * @returns the entities of the first clause, which "it" in the next sentence means
 */
export function shareSentence(
  sentence: Sentence,
  from: number,
  implied: readonly number[],
  add: Add,
): readonly number[] {
  const parts = partsOfMentions(sentence, from)
  let start = from
  let subjects: number[] = [...implied]
  let first: readonly number[] | undefined
  for (let at = from; at < sentence.length; at++) {
    if (at > start && subjects.length > 0 && beginsOwnClause(sentence, at, parts, implied.length > 0)) {
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

function settle(
  sentence: Sentence,
  start: number,
  end: number,
  subjects: number[],
  parts: number[],
  add: Add,
): void {
  const score = rate(sentence, start, end)
  for (const entity of new Set(subjects)) add(entity, score)
  for (let at = start; at < end; at++) {
    const entity = sentence.entities[at] as number
    const by = (parts[at] as number) - compared
    if (by < 0 || subjects.includes(entity)) continue
    // "Unlike A, ..." is said of all that follows, "... than A" of the words before.
    const measure = by <= start + 1 ? score : rate(sentence, Math.max(start, by - measureLength), by + 1)
    add(entity, comparedFactor * measure)
  }
}

/** Per token: 0 without a mention, or the part that the entity plays in its clause. */
function partsOfMentions(sentence: Sentence, from: number): number[] {
  const parts: number[] = []
  let part = subject
  let left = 0
  for (let at = 0; at < sentence.length; at++) {
    const { roles } = sentence.words[at] as Word
    if (left === 0 || (sentence.marks[at] as number) & (mark.comma | mark.dash)) part = subject
    const isAs = (roles & role.as) !== 0 && at > from
    if (roles & role.compares) part = compared + at
    else if (roles & role.refers) part = referred
    else if (isAs) part = comparisonWithAs(sentence, at, from) ?? part
    if (roles & (role.compares | role.refers) || isAs) left = comparisonReach
    else if (left > 0) left--
    const isMention = (sentence.entities[at] as number) >= 0
    parts.push(isMention ? part : 0)
    // "better than A and B": the whole list is compared with.
    if (isMention && part !== subject) left = Math.max(left, 2)
  }
  return parts
}

/** "Not as good as @" compares with it, "as good as @" only refers to it. */
function comparisonWithAs(sentence: Sentence, at: number, from: number): number | undefined {
  for (let back = at - 1; back >= Math.max(at - 4, from); back--) {
    if (!((sentence.words[back] as Word).roles & role.as)) continue
    for (let k = back - 1; k >= Math.max(back - 4, from); k--) {
      if ((sentence.words[k] as Word).roles & role.negation) return compared + at
    }
    return referred
  }
  return undefined
}

/** Whether a clause with a subject of its own begins here. */
function beginsOwnClause(
  sentence: Sentence,
  at: number,
  parts: readonly number[],
  onlyContrast: boolean,
): boolean {
  const isJoined = parts[at + 1] === subject || parts[at + 2] === subject
  const joins = ((sentence.words[at] as Word).roles & role.junction) !== 0 && isJoined
  if (!contrasts(sentence, at) && (onlyContrast || !(joins || startsClause(sentence, at)))) return false
  for (let i = at; i < sentence.length; i++) {
    if (i > at && startsClause(sentence, i)) return false
    if (parts[i] === subject) return true
  }
  return false
}

function startsClause(sentence: Sentence, at: number): boolean {
  return contrasts(sentence, at) || ((sentence.marks[at] as number) & mark.comma) !== 0
}

/**
 * "A, B and C are great", "brands like A, B": nothing is judged so far, nor anything else said after the
 * name.
 */
function isOpenList(sentence: Sentence, start: number, end: number): boolean {
  return !contrasts(sentence, end) && isName(sentence, end - 1) && rate(sentence, start, end) === 0
}

/** "Buy A, B and C": only names up to the next clause, of which the same is said. */
function isTailOfList(sentence: Sentence, start: number): boolean {
  if (contrasts(sentence, start)) return false
  for (let at = start; at < sentence.length; at++) {
    if (at > start && startsClause(sentence, at)) return true
    if (!isName(sentence, at) && !((sentence.words[at] as Word).roles & role.junction)) return false
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
