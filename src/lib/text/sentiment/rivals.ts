import { mark, type Sentence } from './sentence.ts'
import { cue, role, sense, type Word, wordFor } from './vocabulary.ts'

/** Maximum words between "tired of" or "cancel" and the name, and between "try" and the other name. */
const leftReach = 5
const takenReach = 5

const pause = mark.comma | mark.dash
const instead = wordFor('instead')
const of = wordFor('of')
const whether = wordFor('whether')

/** Marks an entity to be replaced and praises its replacement: "if you hate A, try B", "tired of A?". */
export function readGrievance(sentence: Sentence, at: number): void {
  if (!isGrievanceOfSomeone(sentence, at)) return
  const follows = nextEntity(sentence, at + 1, leftReach)
  const first = follows >= 0 ? follows : at > 0 && isEntity(sentence, at - 1) ? at - 1 : -1
  if (first < 0) return
  const verb = takenAfter(sentence, Math.max(first, at) + 1)
  if (verb < 0 && !(at === 0 && sentence.end === '?')) return
  leave(sentence, Math.min(at, first), verb < 0 ? sentence.length : verb)
  if (verb >= 0) take(sentence, verb)
}

/** "Cancel A and go with B": requires both parts, as "cancel A any time" is not advice. */
export function readLeave(sentence: Sentence, at: number): void {
  if (!beginsClause(sentence, at) || nextEntity(sentence, at + 1, leftReach) < 0) return
  const verb = takenAfter(sentence, at + 1)
  if (verb < 0) return
  leave(sentence, at, verb)
  take(sentence, verb)
}

/** "Book B instead". */
export function readInstead(sentence: Sentence, at: number): void {
  if (!beginsClause(sentence, at) || nextEntity(sentence, at + 1, takenReach) < 0) return
  for (let i = at + 2; i < sentence.length; i++) {
    if (sentence.words[i] !== instead) continue
    if (sentence.words[i + 1] !== of || i + 1 === sentence.length) take(sentence, at)
    return
  }
}

/** "If you hate", "anyone tired of", "fed up with ...?"; but "I hate" directly judges the name. */
function isGrievanceOfSomeone(sentence: Sentence, at: number): boolean {
  for (let i = at - 1; i >= Math.max(at - leftReach, 0); i--) {
    if ((sentence.marks[i + 1] as number) & pause) return false
    const word = sentence.words[i] as Word
    if (word.roles & role.negation || word === whether) return false
    if (word.roles & role.condition || word.cues & cue.someone) return true
  }
  return at === 0
}

/** The next name in the same clause, before another one is recommended; or -1. */
function nextEntity(sentence: Sentence, from: number, reach: number): number {
  for (let i = from; i < Math.min(from + reach, sentence.length); i++) {
    if ((sentence.marks[i] as number) & pause) return -1
    if (isEntity(sentence, i)) return i
    if ((sentence.words[i] as Word).cues & cue.takes) return -1
  }
  return -1
}

/** The index of the next recommended name: "try @", "should look at @"; or -1. */
function takenAfter(sentence: Sentence, from: number): number {
  for (let at = from; at < sentence.length; at++) {
    const { cues } = sentence.words[at] as Word
    if (cues & cue.takes && isAdvised(sentence, at) && nextEntity(sentence, at + 1, takenReach) >= 0) return at
  }
  return -1
}

function isAdvised(sentence: Sentence, at: number): boolean {
  if ((sentence.marks[at] as number) & pause) return true
  const before = sentence.words[at - 1] as Word
  return (before.roles & role.junction) !== 0 || (before.senses & sense.advice) !== 0 || (before.cues & cue.modal) !== 0
}

function beginsClause(sentence: Sentence, at: number): boolean {
  if (at === 0 || (sentence.marks[at] as number) & pause) return true
  return ((sentence.words[at - 1] as Word).senses & sense.advice) !== 0
}

function isEntity(sentence: Sentence, at: number): boolean {
  return (sentence.entities[at] as number) >= 0
}

function leave(sentence: Sentence, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const seen = (sentence.marks[i] as number) | mark.unsaid
    sentence.marks[i] = isEntity(sentence, i) ? seen | mark.left : seen
  }
}

function take(sentence: Sentence, verb: number): void {
  sentence.marks[verb] = (sentence.marks[verb] as number) | mark.praises
  const at = nextEntity(sentence, verb + 1, takenReach)
  sentence.marks[at] = (sentence.marks[at] as number) | mark.taken
}
