import { mark, type Sentence } from './sentence.ts'
import { cue, entityWord, role, sense, type Word, wordFor } from './vocabulary.ts'

/** Maximum words between "could be" and the missing quality. */
const wishReach = 4

const more = wordFor('more')
const than = wordFor('than')
const would = wordFor('would')
const might = wordFor('might')
const have = wordFor('have')
const been = wordFor('been')
const forWord = wordFor('for')
const your = wordFor('your')
const speakers = new Set(['i', 'we', 'users', 'people', 'many', 'owners', 'only', 'some', 'reviewers'].map(wordFor))
const selves = new Set(['i', "i'd", 'we', "we'd", "i've"].map(wordFor))
const unmet = new Set(['if', 'with', 'without', 'had', 'but'].map(wordFor))

/** "I wish it were quieter": the wish names a missing quality; but not "I wish I had bought it sooner". */
export function readWish(sentence: Sentence, at: number): void {
  if (at === 0 || at > 2 || !speakers.has(sentence.words[at - 1] as Word)) return
  if (selves.has(sentence.words[at + 1] as Word)) return
  deplore(sentence, at)
}

/** "Could be cleaner", "would be great if the app worked", "would have been perfect with a bigger tank". */
export function readModal(sentence: Sentence, at: number): void {
  const word = sentence.words[at] as Word
  const { length, words } = sentence
  const isPast = words[at + 1] === have && words[at + 2] === been && at + 2 < length
  const being = isPast ? at + 2 : at + 1
  if (being + 1 >= length || !((words[being] as Word).cues & cue.being)) return
  const isFree = word === would || word === might
  const praised = isFree || isPast ? praiseAfter(sentence, being) : comparativeAfter(sentence, being)
  if (praised < 0) return
  if (isFree || isPast ? isUnmet(sentence, praised, isPast) : !suits(sentence, praised)) deplore(sentence, at)
}

function praiseAfter(sentence: Sentence, at: number): number {
  for (let i = at + 1; i < Math.min(at + wishReach, sentence.length); i++) {
    if ((sentence.marks[i] as number) & (mark.comma | mark.dash)) return -1
    const { roles, valence } = sentence.words[i] as Word
    if (roles & role.negation) return -1
    if (valence > 0) return i
  }
  return -1
}

/** "Cleaner", "a lot cleaner", "more comfortable". */
function comparativeAfter(sentence: Sentence, at: number): number {
  for (let i = at + 1; i < Math.min(at + wishReach, sentence.length); i++) {
    const word = sentence.words[i] as Word
    if ((sentence.marks[i] as number) & (mark.comma | mark.dash) || word.roles & role.negation) return -1
    if (word.senses & sense.determiner) return -1
    const isMore = word === more && i + 1 < sentence.length && sentence.words[i + 1] !== than
    if (isMore || (word.valence > 0 && word.cues & cue.degree)) return i
  }
  return -1
}

/** "If it did not crash", but not "if you travel a lot", which only describes the buyer. */
function isUnmet(sentence: Sentence, from: number, isPast: boolean): boolean {
  for (let i = from + 1; i + 1 < sentence.length; i++) {
    const word = sentence.words[i] as Word
    if (!unmet.has(word)) continue
    if (isPast) return true
    const next = sentence.words[i + 1] as Word
    const isOther = next === entityWord || (next.roles & role.pronoun) !== 0
    return (word.roles & role.condition) !== 0 && (isOther || ((next.senses & sense.determiner) !== 0 && next !== your))
  }
  return false
}

/** "Could be safer than @", "should be easier for beginners". */
function suits(sentence: Sentence, from: number): boolean {
  for (let i = from + 1; i < Math.min(from + wishReach + 1, sentence.length); i++) {
    if (sentence.words[i] === than) return true
    if (sentence.words[i] !== forWord) continue
    const next = sentence.words[i + 1] as Word
    return next === your || !(next.senses & sense.determiner)
  }
  return false
}

/** Turns the wish into blame, and excludes its words from the judgment. */
function deplore(sentence: Sentence, at: number): void {
  sentence.marks[at] = (sentence.marks[at] as number) | mark.blames
  for (let i = at + 1; i < sentence.length; i++) {
    const seen = sentence.marks[i] as number
    if (seen & (mark.comma | mark.dash) || (sentence.words[i] as Word).roles & role.but) return
    sentence.marks[i] = seen | mark.unsaid
  }
}
