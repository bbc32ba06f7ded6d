import { isFunctionWord, type LanguageReader } from './text-language.ts'
import { isWordAt, unspaced } from './word-boundary.ts'
import verbs from './words-behind-subject.json' with { type: 'json' }

const wordsBehindSubject = new Set(Object.values(verbs).flatMap((words) => words.split(' ')))

/** Words that start a sentence before a name, other than function words: “Try Target”. */
const openers = new Set(
  'avoid both buy check choose compare consider download get however install like love my our pick see shop skip today try unlike use using visit vs versus via why'.split(
    ' ',
  ),
)
/** Words with a capital in any place before a name: “On Monday Target”. */
const times = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
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
  if (isOpener(text, start - before[0].length, before[0])) return true
  // In other languages, titles have few capitals, and German nouns have one.
  const likely = languages.languagesAt(start, 0.5)
  return (likely.length > 0 && !likely.includes('en')) || productBehind.test(text.slice(end, end + 14))
}

/** A word directly before a position, which in English is part of a title. */
const wordWithCapital = /(?<![\p{L}\p{N}'’-])(?=[\p{N}-]*\p{Lu})[\p{L}\p{N}'’®™-]*[ \t]+$/u

/** The name of a product with a capital inside or a sign behind it: `Apple iPhone`, `Canon imageCLASS`, `Discover it®`. */
const productBehind = /^[ \t]+\p{Ll}{1,9}[\p{Lu}®™]/u

function isOpener(text: string, start: number, word: string): boolean {
  const lower = word.trimEnd().toLowerCase()
  return times.has(lower) || (!isInsideSentence(text, start) && (isFunctionWord(lower) || openers.has(lower)))
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
  if (productBehind.test(behind)) return true
  const next = /^[ \t]+(\p{Ll}[\p{L}’'-]*)/u.exec(behind)
  if (next) return followsSubject(next[1] as string)
  if (isFunction) return /^, ?\p{Lu}/u.test(behind) || isProduct(behind)
  return !/^[‐‑-]\p{Ll}/u.test(behind)
}

/** Whether what follows a function word ends like the name of a product: "On Cloudmonster 2:", not "On May 4,". */
function isProduct(behind: string): boolean {
  const [, end = '', verb] =
    /^(?:[ \t]+[\p{Lu}\p{N}][\p{L}\p{N}’'+.-]*){0,5}(?:[ \t]*(\n|$|[:(|–—®™])|[ \t]+(\p{Ll}[\p{L}’'-]*))/u.exec(
      behind,
    ) ?? []
  return verb === undefined ? end !== '' : followsSubject(verb)
}

/** A verb, including negated ones (`won't`). */
const followsSubject = (word: string) => wordsBehindSubject.has(word) || /n['’]t$/.test(word)
