import { stem } from './stem.ts'

/** Letters and digits joined by signs, as in names: `apt-get`, `/etc/opt`, `libfoo.so`. */
const words = /[\p{L}\p{N}]+(?:[-._/+:'’@][\p{L}\p{N}]+)*/gu
/**
 * Letters of scripts without spaces, and of Korean, which joins particles to words. Each pair of letters counts as a
 * word.
 */
const paired =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
/** Separates Latin names and numbers from such scripts: `Sightlineは2024年`. */
const parts = new RegExp(`[${paired}]+|(?:(?![${paired}])[\\p{L}\\p{N}])+`, 'gu')
const isPaired = new RegExp(`^[${paired}]`, 'u')
const hasPaired = new RegExp(`[${paired}]`, 'u')
const single = new RegExp(hasPaired, 'gu')

const maxTermLength = 60

/**
 * Returns the search terms of a text in order: the stems of its words in lower case without accents, and also each
 * word that contains signs.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const [word] of foldText(text).matchAll(words)) {
    const pieces = word.match(parts) ?? []
    for (const piece of pieces) {
      if (isPaired.test(piece)) terms.push(...pairsOf(piece))
      else if (piece.length <= maxTermLength) terms.push(stemOf(piece))
    }
    const hasSign = /[^\p{L}\p{N}]/u.test(word)
    if (hasSign && word.length <= maxTermLength && !/^.+['’]s$/.test(word)) terms.push(word)
  }
  return terms
}

/** Single letters of paired scripts, for questions with only one letter (`猫`). */
export const singlesOf = (text: string): string[] =>
  hasPaired.test(text) ? (foldText(text).match(single) ?? []) : []

/** Caches stems: a few thousand words make up most texts. */
const stems = new Map<string, string>()
const maxCachedStems = 10_000
/** V8 stores longer substrings as references that keep the whole text in memory. */
const maxCachedWordLength = 12

function stemOf(word: string): string {
  if (word.length > maxCachedWordLength) return stem(word)
  if (stems.size >= maxCachedStems) stems.clear()
  return stems.getOrInsertComputed(word, stem)
}

const foldText = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase().replaceAll('ß', 'ss')

function pairsOf(text: string): string[] {
  const letters = [...text]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** Stems of function words and of verbs common in questions. */
const common = new Set(
  termsOf(
    'a about after all also am an and any are as at be because been before being both but by can could did do does doing ' +
      'down each few for from further had has have having he her here him his how i if in into is it its just many me more ' +
      'most my no nor not of off on once only or other our out over own same shall she should so some such than that the ' +
      'their them then there these they this those through to too under until up us very was we were what when where which ' +
      'while who whom whose why will with would you your become come find get give go know make mean need put say see take ' +
      'tell use want way',
  ),
)

/** Returns the distinct terms of a question without common ones, or all if every term is common. */
export function questionTerms(question: string): string[] {
  const terms = [...new Set(termsOf(question))]
  const significant = terms.filter((term) => !common.has(term))
  return significant.length > 0 ? significant : terms
}
