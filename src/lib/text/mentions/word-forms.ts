import { diacritic, unitsWithCase } from './folding.ts'
import { allEndings, inflecting, maxEndingLength } from './inflection.ts'
import { isInsideSentence } from './name-context.ts'
import type { NamePattern } from './name-patterns.ts'
import type { Language, LanguageReader } from './text-language.ts'
import { isDigitAt, isWordAt } from './word-boundary.ts'

const knownEndings = new Set([...allEndings, 's'])
knownEndings.delete('')

/** The index after the diacritics at `end` that belong to the preceding letter. */
export function behindDiacritics(text: string, end: number): number {
  let index = end
  while (index < text.length && text.charCodeAt(index) > 0x2ff && diacritic.test(text.charAt(index))) index++
  return index
}

/** The lowercase rest of the word after a name's letters; undefined if no form of a name continues so. */
export function endingAt(text: string, end: number): string | undefined {
  const from = behindDiacritics(text, end)
  if (isDigitAt(text, from)) return undefined
  let wordEnd = from
  while (isWordAt(text, wordEnd)) {
    wordEnd = behindDiacritics(text, wordEnd + 1)
    if (wordEnd - from > 2 * maxEndingLength) return undefined
  }
  const ending = text.slice(from, wordEnd).toLowerCase()
  if (knownEndings.has(ending)) return ending
  const composed = ending.normalize('NFC')
  return knownEndings.has(composed) ? composed : undefined
}

export function mayEndSo({ inflection }: NamePattern, ending: string): boolean {
  // A stem that is a form can have a genitive: `Norddeutschen Rundfunks`.
  if ((ending === '' || ending === 's') && (!inflection?.isStem || inflection.endings.has(''))) return true
  return inflection?.endings.has(ending) ?? false
}

/** The letters of a name in a text at [start, end), with the rest of the word; `ending` is lowercase. */
export interface Word {
  text: string
  start: number
  end: number
  wordEnd: number
  ending: string
}

/** The end of the word that starts with a name before `end`, with the ending from `endingAt`. */
export function wordEndAt(text: string, end: number): number {
  let wordEnd = end
  while (isWordAt(text, wordEnd)) wordEnd = behindDiacritics(text, wordEnd + 1)
  return wordEnd
}

/**
 * Whether a word is a name as given, or with the s of a genitive or plural, which is not part of it
 * (`plain`), or inflected (`inflected`); undefined if it is another word.
 */
export function formAt(pattern: NamePattern, word: Word, languages: LanguageReader): 'plain' | 'inflected' | undefined {
  if (word.ending === '' && !pattern.inflection?.isStem) return 'plain'
  if (word.ending === 's' && (isPlural(pattern, word) || hasGenitive(pattern, word, languages))) return 'plain'
  return isInflected(pattern, word, languages) ? 'inflected' : undefined
}

/** `iPhones`, `BMWs`: in the name's letter case, with a lowercase s. */
function isPlural({ plural }: NamePattern, { text, start, end }: Word): boolean {
  return plural !== undefined && text.charAt(end) === 's' && unitsWithCase(text.slice(start, end)) === plural
}

// Languages with a genitive s without an apostrophe; in others it is another word or a plural.
const languagesOfGenitive = new Set<Language>(['da', 'de', 'nl', 'sv'])

/** `Rossmanns Eigenmarke`. */
function hasGenitive(
  { isDomain, units, inflection }: NamePattern,
  { text, start, end }: Word,
  languages: LanguageReader,
): boolean {
  if (text.charCodeAt(end) !== 0x73) return false
  const [first = '', last = ''] = [text.charAt(start), text.charAt(end - 1)]
  if (isDomain || units.length < 3 || !/\p{Lu}/u.test(first) || /[sxzß]/i.test(last)) return false
  const likely = languages.languagesAt(start)
  const having = inflection?.isStem ? inflection.endings.get('') : languagesOfGenitive
  return likely.length > 0 && likely.every((one) => languagesOfGenitive.has(one) && having?.has(one))
}

/** Whether a word is inside a sentence, or follows the preposition at its start ("V Lidlu"). */
const isBehindWord = (text: string, start: number) =>
  isInsideSentence(text, start) || /(?<![\p{L}\p{N}.'’-])\p{Lu} $/u.test(text.slice(Math.max(0, start - 3), start))

/** Related languages, such as Slovene and Croatian, have much evidence in common. */
const likelyShare = 0.5

/**
 * Whether a name has an ending of its language and starts with a capital. A short one must be in a sentence
 * and have a lowercase ending if the name does: elsewhere any word can have capitals ("Novou pračku", Nova).
 */
function isInflected(
  { inflection }: NamePattern,
  { text, start, end, wordEnd, ending }: Word,
  languages: LanguageReader,
): boolean {
  const having = inflection?.endings.get(ending)
  if (!inflection || !having || !/^\P{L}*\p{L}?\p{Lu}/u.test(text.slice(start, end))) return false
  const written = text.slice(end, wordEnd).normalize('NFC')
  const isLowered = written === ending
  if (!isLowered && written !== ending.toUpperCase()) return false
  const isOrdinary = !isLowered && !inflection.isCapitals
  if (!inflection.isLong && (isOrdinary || !isBehindWord(text, start))) return false
  // In a short line several languages may lead; one that does not inflect names is evidence against it.
  if (!languages.languagesAt(start).every((one) => having.has(one) || inflecting.has(one))) return false
  return languages.languagesAt(start, likelyShare).some((one) => having.has(one))
}
