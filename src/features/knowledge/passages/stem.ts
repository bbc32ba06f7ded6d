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
  for (let index = 1; index < word.length; index += 1)
    if (isVowel(word, index - 1) && !isVowel(word, index)) count += 1
  return count
}

const endsDouble = (word: string) =>
  word.length > 1 && word.at(-1) === word.at(-2) && !isVowel(word, word.length - 1)

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

const pairs = (text: string): Replacements =>
  text.split(' ').map((pair) => pair.split(':') as [string, string])

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

const lastSuffixes = 'ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic ou'.split(
  ' ',
)

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
