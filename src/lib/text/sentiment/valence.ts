import { mark, type Sentence } from './sentence.ts'
import { type Phrase, role, type Word } from './vocabulary.ts'

// Constants of VADER: Hutto & Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of
// Social Media Text", ICWSM 2014, and its reference implementation.
const boosterStep = 0.293
const capitalsStep = 0.733
const negationFactor = -0.74
const exclamationStep = 0.292
const normalisation = 15
const beforeBut = 0.5
const afterBut = 1.5
/** A booster two or three words away counts less. */
const distanceFactors = [1, 0.95, 0.9]

// Our own: "less durable" says the opposite, but mildly; "it may rise" says less than "it rises".
const lessFactor = -0.5
/** How far a verb of direction may stand from what moves. */
const directionReach = 4

/** Sentiment of the tokens from start up to end, -1 to 1; exactly 0 where nothing is judged. */
export function rate(sentence: Sentence, start: number, end: number): number {
  const { words, marks } = sentence
  let sum = 0
  let factor = 1
  let inCondition = false
  for (let i = start; i < end; ) {
    const word = words[i] as Word
    const seen = marks[i] as number
    if (inCondition && seen & (mark.comma | mark.dash)) inCondition = false
    if (word.roles & role.condition) inCondition = true
    if (word.roles & role.but && i > start) {
      sum *= beforeBut
      factor = afterBut
    }
    const phrase = word.phrases && matchPhrase(words, word.phrases, i, end)
    const length = phrase ? phrase.rest.length + 1 : 1
    const base = phrase ? phrase.valence : word.valence
    const isName = (seen & mark.name) !== 0 && (!phrase || isAllName(sentence, i, length))
    if (!inCondition && !isName && base !== 0) {
      sum += factor * modify(sentence, i, start, phrase ? base : directed(sentence, i, start, end))
    }
    i += length
  }
  if (sum === 0) return 0
  const emphasis = Math.min(sentence.exclamations, 4) * exclamationStep
  const total = sum > 0 ? sum + emphasis : sum - emphasis
  return total / Math.sqrt(total * total + normalisation)
}

function matchPhrase(
  words: readonly Word[],
  phrases: readonly Phrase[],
  at: number,
  end: number,
): Phrase | undefined {
  for (const phrase of phrases) if (matches(words, phrase.rest, at + 1, end)) return phrase
  return undefined
}

function matches(words: readonly Word[], rest: readonly Word[], at: number, end: number): boolean {
  if (at + rest.length > end) return false
  for (let k = 0; k < rest.length; k++) if (words[at + k] !== rest[k]) return false
  return true
}

function isAllName(sentence: Sentence, at: number, length: number): boolean {
  for (let i = at; i < at + length; i++) if (!((sentence.marks[i] as number) & mark.name)) return false
  return true
}

/** The valence of a word by what moves where: falling costs are good news, and so is a narrowing loss. */
function directed(sentence: Sentence, at: number, start: number, end: number): number {
  const { words } = sentence
  const word = words[at] as Word
  if (word.roles & role.liability) {
    for (let i = at + 1; i < Math.min(at + directionReach, end); i++) {
      if ((words[i] as Word).roles & role.direction) return 0
    }
    return word.valence
  }
  if (!(word.roles & role.direction)) return word.valence
  for (let i = at - 1; i >= Math.max(at - directionReach, start); i--) {
    if ((words[i] as Word).roles & role.liability) return -word.valence
  }
  // "Narrows its loss", "a fall in costs", but not "falls on inflation".
  for (let i = at + 1; i <= Math.min(at + 3, end - 1); i++) {
    const { roles } = words[i] as Word
    if (roles & (role.clause | role.because)) break
    if (roles & role.liability) return -word.valence
  }
  return word.valence
}

/**
 * VADER's modifiers of one word's valence: capitals, boosters and negations among the three words before it.
 */
function modify(sentence: Sentence, at: number, start: number, valence: number): number {
  const { words, marks } = sentence
  if (valence === 0) return 0
  let result = valence
  if ((marks[at] as number) & mark.allCaps && hasLowerCase(sentence))
    result += Math.sign(valence) * capitalsStep
  let turn = 1
  for (let back = 1; back <= 3 && at - back >= start; back++) {
    const { roles } = words[at - back] as Word
    if (roles & role.booster)
      result += Math.sign(valence) * boosterStep * (distanceFactors[back - 1] as number)
    if (roles & role.dampener)
      result -= Math.sign(valence) * boosterStep * (distanceFactors[back - 1] as number)
    if (roles & role.negation && !((words[at - back + 1] as Word).roles & role.only)) turn = negationFactor
    if (roles & role.less && back < 3) turn = lessFactor
    if ((marks[at - back + 1] as number) & mark.dash) break
  }
  return result * turn
}

function hasLowerCase(sentence: Sentence): boolean {
  for (let i = 0; i < sentence.length; i++) if ((sentence.marks[i] as number) & mark.lower) return true
  return false
}
