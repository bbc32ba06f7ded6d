import { isFunctionWord, type LanguageReader } from './text-language.ts'
import { isWordAt, unspaced } from './word-boundary.ts'
import verbs from './words-behind-subject.json' with { type: 'json' }

const wordsBehindSubject = new Set(Object.values(verbs).flatMap((words) => words.split(' ')))

/** Words that start a sentence before a name, other than function words: “Try Target”. */
const openers = new Set(
  'avoid both buy check choose compare consider download get install like pick see shop skip try unlike use visit vs versus via'.split(
    ' ',
  ),
)

/**
 * Whether an ordinary word at [start, end) in a name's letter case is a name: with a possessive, with a
 * capital inside a sentence, or at its start if it continues as after a name ("Target is", "Target: ",
 * "Target Circle"; not "Target muscle groups" or "Made in the USA"). Not at the end of a compound (`O-Ring`)
 * or of a title ("Battery Life", "Barista Express"), and in scripts without spaces not inside a longer word
 * (小米 in 小米粥).
 */
export function isNameInContext(text: string, start: number, end: number, languages: LanguageReader): boolean {
  if (/[‐‑-]/.test(text.charAt(start - 1)) && isWordAt(text, start - 2)) return false
  if (/^['’]s(?![\p{L}\p{N}])/u.test(text.slice(end, end + 3))) return true
  if (unspaced.test(text.charAt(start))) return !isInsideWord(text, start, end)
  const isFunction = isFunctionWord(text.slice(start, end).toLowerCase())
  if (isFunction && /^[‐‑-]\p{L}/u.test(text.slice(end, end + 3))) return false
  const before = wordWithCapital.exec(text.slice(Math.max(0, start - 40), start))
  if (before === null) return isInsideSentence(text, start) || goesOnAsAfterName(text, end, isFunction)
  return startsSentence(text, start - before[0].length, before[0]) || languages.languageAt(start) === 'de'
}

/** A word directly before a position. In German, it can be an ordinary noun; in other languages it is part of a title. */
const wordWithCapital = /(?<![\p{L}\p{N}'’-])(?=[\p{N}-]*\p{Lu})[\p{L}\p{N}'’®™-]*[ \t]+$/u

function startsSentence(text: string, start: number, word: string): boolean {
  if (isInsideSentence(text, start)) return false
  const lower = word.trimEnd().toLowerCase()
  return isFunctionWord(lower) || openers.has(lower)
}

// The dictionary of Chinese and Japanese words is the same for all locales.
const words = new Intl.Segmenter('zh', { granularity: 'word' })

function isInsideWord(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - 20)
  const word = words.segment(text.slice(from, end + 20)).containing(start - from)
  return word !== undefined && word.segment.length > end - start && from + word.index + word.segment.length >= end
}

/** Whether the same sentence has text before `start`, other than quotation marks and brackets. */
export function isInsideSentence(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 20), start)
  return /[\p{Ll}\p{N},;&%][ \t"'“”„‘’«»()[\]]*$/u.test(before)
}

function goesOnAsAfterName(text: string, end: number, isFunction: boolean): boolean {
  const behind = text.slice(end, end + 60)
  const next = /^[ \t]+(\p{Ll}[\p{L}’'-]*)/u.exec(behind)
  if (next) return followsSubject(next[1] as string)
  if (isFunction) return isProduct(behind)
  return !/^[‐‑-]\p{Ll}/u.test(behind)
}

/** Whether what follows a function word ends like the name of a product: "On Cloudmonster 2:", not "On May 4,". */
function isProduct(behind: string): boolean {
  const [, end = '', verb] =
    /^(?:[ \t]+[\p{Lu}\p{N}][\p{L}\p{N}’'+.-]*){0,5}(?:[ \t]*(\n|$|[:(|–—®™])|[ \t]+(\p{Ll}[\p{L}’'-]*))/u.exec(
      behind,
    ) ?? []
  return end !== undefined && (verb === undefined ? end !== '' : followsSubject(verb))
}

/** A verb, including negated ones (`won't`), or a product name with inner capitals (`Apple iPhone`). */
const followsSubject = (word: string) =>
  wordsBehindSubject.has(word) || /n['’]t$/.test(word) || /^\p{Ll}{1,2}\p{Lu}/u.test(word)
