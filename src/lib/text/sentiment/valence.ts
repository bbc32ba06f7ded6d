import { mark, type Sentence } from './sentence.ts'
import { entityWord, type Phrase, role, sense, unknownWord, type Word } from './vocabulary.ts'

// Constants of VADER: Hutto & Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of
// Social Media Text", ICWSM 2014, and its reference implementation.
const negationFactor = -0.74
const normalization = 15
const beforeBut = 0.5
const afterBut = 1.5

// Our own factor: "less durable" is the opposite, but weaker; "it may rise" is weaker than "it rises".
const lessFactor = -0.5
/** The valence of "removes" before stains, and of "choose" before a choice. */
const praise = 1.8

/** Marks that give an unknown word a meaning, or separate. */
const speaking = mark.comma | mark.dash | mark.praises | mark.blames

/** Sentiment of the tokens from start up to end, -1 to 1; exactly 0 without a judgment. */
export function rate(sentence: Sentence, start: number, end: number): number {
  const { words, marks } = sentence
  let sum = 0
  let factor = 1
  /** "No one was happy": a denial that applies to the whole sentence. */
  let denial = 1
  let inCondition = false
  let concedes = isConcession(sentence, start, end)
  if (concedes && !((words[start] as Word).roles & role.negation)) factor = beforeBut
  for (let i = start; i < end; ) {
    const word = words[i] as Word
    const seen = marks[i] as number
    if (word === unknownWord && (seen & speaking) === 0) {
      i++
      continue
    }
    if (seen & (mark.comma | mark.dash)) {
      inCondition = false
      denial = 1
    }
    if (concedes && seen & mark.comma) {
      concedes = false
      factor = afterBut
    }
    if (word.roles & role.condition) inCondition = true
    if (word.senses & sense.nobody) denial = negationFactor
    if (word.roles & role.but && i > start) {
      sum *= beforeBut
      factor = afterBut
      denial = 1
    }
    const phrase = word.phrases && matchPhrase(words, word.phrases, i, end)
    const length = phrase ? phrase.rest.length + 1 : 1
    if (phrase && phrase.roles & role.condition) inCondition = true
    if (phrase && phrase.roles & role.negation) denial = negationFactor
    const base = phrase ? phrase.valence : word.valence
    const isName = (seen & mark.name) !== 0 && (!phrase || isAllName(sentence, i, length))
    const praises = (seen & (mark.praises | mark.blames)) !== 0
    const isExcused = (seen & mark.excused) !== 0 && !phrase
    if (seen & mark.denies) denial = negationFactor
    if (seen & mark.unsaid && !praises) {
      i++
      continue
    }
    if (inCondition || isName) {
      i += length
      continue
    }
    if (praises) sum += factor * modify(sentence, i, start, seen & mark.praises ? praise : -praise)
    else if (!isExcused && base !== 0) {
      const judged = modify(sentence, i, start, phrase ? base : directed(sentence, i, start, end))
      sum += factor * denial * judged
    }
    i += length
  }
  if (sum === 0) return 0
  return sum / Math.sqrt(sum * sum + normalization)
}

/** "Although it lacks a lid, ...": the part after the comma weighs more. */
function isConcession(sentence: Sentence, start: number, end: number): boolean {
  if (start >= end || !((sentence.words[start] as Word).senses & sense.concedes)) return false
  for (let i = start + 1; i < end; i++) if ((sentence.marks[i] as number) & mark.comma) return true
  return false
}

/** The longest phrase at a position, before `end`. */
export function matchPhrase(
  words: readonly Word[],
  phrases: readonly Phrase[],
  at: number,
  end: number,
): Phrase | undefined {
  const next = words[at + 1]
  for (const phrase of phrases) {
    const first = phrase.rest[0]
    if ((first === next || first === entityWord) && matches(words, phrase.rest, at + 1, end)) return phrase
  }
  return undefined
}

/** "Choose @" also matches "choose the @". */
function matches(words: readonly Word[], rest: readonly Word[], at: number, end: number): boolean {
  if (at + rest.length > end) return false
  let next = at
  for (const wanted of rest) {
    if (wanted === entityWord && next + 1 < end && (words[next] as Word).senses & sense.determiner) next++
    if (words[next] !== wanted) return false
    next++
  }
  return true
}

function isAllName(sentence: Sentence, at: number, length: number): boolean {
  for (let i = at; i < at + length; i++) if (!((sentence.marks[i] as number) & mark.name)) return false
  return true
}

/** The valence of a word by direction: falling costs are good news, as is a narrowing loss. */
function directed({ words }: Sentence, at: number, start: number, end: number): number {
  const { roles, valence } = words[at] as Word
  const isNear = (wanted: number) => {
    for (let i = Math.max(at - 3, start); i < Math.min(at + 4, end); i++)
      if ((words[i] as Word).roles & wanted) return true
    return false
  }
  if (roles & role.direction) return isNear(role.liability) ? -valence : valence
  return roles & role.liability && isNear(role.direction) ? 0 : valence
}

/** VADER's modifiers of one word's valence: negations among the three words before it. */
function modify(sentence: Sentence, at: number, start: number, valence: number): number {
  const { words, marks } = sentence
  let turn = 1
  for (let back = 1; back <= 3 && at - back >= start; back++) {
    const { roles } = words[at - back] as Word
    if (roles & role.negation && !((words[at - back + 1] as Word).roles & role.only)) turn = negationFactor
    if (roles & role.less && back < 3) turn = lessFactor
    if ((marks[at - back + 1] as number) & mark.dash) break
  }
  return valence * turn
}
