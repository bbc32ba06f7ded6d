import lists from './words.json' with { type: 'json' }

/** Maximum words to check: an answer's first sentences show its language. */
const maxWords = 60

/** At or below this a text is clearly in another language, as are its sentences without evidence. */
const clearlyForeign = -5
/** The evidence that a sentence of such a text requires to count as English. */
const clearlyEnglish = 2

/** The evidence of each word: 1 for English, -1 for another language, 0 for known neutral words. */
export const languageEvidence: ReadonlyMap<string, number> = readEvidence()

function readEvidence(): Map<string, number> {
  const { english, borrowed, ...foreign } = lists.languages
  const wordsOf = ({ words }: { words: string[] }) => words.flatMap((line) => line.split(' '))
  const evidence = new Map<string, number>()
  for (const list of Object.values(foreign)) for (const word of wordsOf(list)) evidence.set(word, -1)
  for (const word of wordsOf(borrowed)) evidence.set(word, 0)
  for (const word of wordsOf(english)) evidence.set(word, evidence.get(word) === -1 ? 0 : 1)
  return evidence
}

/** Evidence that a text is English: words and letters of English minus others. 0 for a single name. */
export function evidenceOfEnglish(text: string): number {
  let sum = 0
  let seen = 0
  for (const { 0: word, index } of text.matchAll(/\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu)) {
    sum += evidenceOf(word, index === 0)
    seen += 1
    if (seen === maxWords) break
  }
  return sum
}

/** Whether a sentence is not in English, by its own evidence and its text's: quotations can differ. */
export function isForeign(evidence: number, ofText: number): boolean {
  return evidence < (ofText <= clearlyForeign ? clearlyEnglish : 0)
}

function evidenceOf(word: string, isFirst: boolean): number {
  const inLowerCase = word.toLowerCase()
  const lower = inLowerCase.includes('’') ? inLowerCase.replaceAll('’', "'") : inLowerCase
  const isCapitalized = lower[0] !== word[0]
  const known = languageEvidence.get(lower)
  if (known === undefined) return evidenceOfLetters(lower, isCapitalized)
  if (known >= 0 || !isCapitalized) return known
  // A capitalized word of another language is often part of a name: "Le Creuset", "Los Angeles".
  return isFirst && lower.slice(1) === word.slice(1) ? known / 2 : 0
}

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 127) return false
  return true
}

/** Evidence against English in an unknown word's letters: other scripts, and diacritics outside names. */
export function evidenceOfLetters(word: string, isCapitalized: boolean): number {
  if (isAscii(word)) return 0
  if (!/\p{Script=Latin}/u.test(word)) return word.length > 1 ? -1 : 0
  return isCapitalized ? 0 : -1
}
