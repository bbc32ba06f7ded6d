/**
 * Returns the stem of an English word, by M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980). Keeps
 * words with digits or letters other than a to z.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  let result = stripPlural(word)
  result = stripParticiple(result)
  if (result.endsWith('y') && hasVowel(result.slice(0, -1))) result = `${result.slice(0, -1)}i`
  result = replaceSuffix(result, doubleSuffixes, 0)
  result = replaceSuffix(result, suffixes, 0)
  return stripEnding(withoutSuffix(result))
}

const isVowel = (word: string, index: number): boolean => {
  const letter = word[index] as string
  if ('aeiou'.includes(letter)) return true
  return letter === 'y' && index > 0 && !isVowel(word, index - 1)
}

const hasVowel = (word: string) => [...word].some((_, index) => isVowel(word, index))

/** Porter's m: how often a vowel is followed by a consonant. */
function measure(word: string): number {
  let count = 0
  for (let index = 1; index < word.length; index += 1) if (isVowel(word, index - 1) && !isVowel(word, index)) count += 1
  return count
}

const endsDouble = (word: string) => word.length > 1 && word.at(-1) === word.at(-2) && !isVowel(word, word.length - 1)

/** Whether a word ends with consonant, vowel, consonant, the last not w, x or y. */
const endsShort = (word: string) => {
  const last = word.length - 1
  return (
    last >= 2 &&
    !isVowel(word, last) &&
    isVowel(word, last - 1) &&
    !isVowel(word, last - 2) &&
    !'wxy'.includes(word[last] as string)
  )
}

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function stripParticiple(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = ['ed', 'ing'].find((one) => word.endsWith(one))
  if (ending === undefined) return word
  const rest = word.slice(0, -ending.length)
  if (!hasVowel(rest)) return word
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`
  if (endsDouble(rest) && !/[lsz]$/.test(rest)) return rest.slice(0, -1)
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest
}

type Replacements = readonly (readonly [suffix: string, replacement: string])[]

const pairs = (text: string): Replacements => text.split(' ').map((pair) => pair.split(':') as [string, string])

const doubleSuffixes = pairs(
  'ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize ' +
    'ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble',
)
const suffixes = pairs('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:')

function replaceSuffix(word: string, replacements: Replacements, minMeasure: number): string {
  for (const [suffix, replacement] of replacements) {
    if (!word.endsWith(suffix)) continue
    const rest = word.slice(0, -suffix.length)
    return measure(rest) > minMeasure ? rest + replacement : word
  }
  return word
}

const lastSuffixes = 'ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic ou'.split(' ')

function withoutSuffix(word: string): string {
  const suffix = lastSuffixes.find((one) => word.endsWith(one))
  if (suffix === undefined) return word
  const rest = word.slice(0, -suffix.length)
  if (suffix === 'ion' && !/[st]$/.test(rest)) return word
  return measure(rest) > 1 ? rest : word
}

function stripEnding(word: string): string {
  let result = word
  if (result.endsWith('e')) {
    const rest = result.slice(0, -1)
    const m = measure(rest)
    if (m > 1 || (m === 1 && !endsShort(rest))) result = rest
  }
  return measure(result) > 1 && result.endsWith('ll') ? result.slice(0, -1) : result
}

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
export const singlesOf = (text: string): string[] => (hasPaired.test(text) ? (foldText(text).match(single) ?? []) : [])

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
