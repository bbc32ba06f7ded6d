import { isWordAt, unspaced } from './word-boundary.ts'
import verbs from './words-behind-subject.json' with { type: 'json' }

const wordsBehindSubject = new Set(Object.values(verbs).flatMap((words) => words.split(' ')))

/**
 * Whether an ordinary word at [start, end) in a name's letter case is a name: with a possessive, with a
 * capital inside a sentence, or at its start if it continues as after a name ("Target is", "Target: ",
 * "Target Circle"; not "Target muscle groups" or "Made in the USA"). Not at the end of a compound (`O-Ring`),
 * and in scripts without spaces not inside a longer word (小米 in 小米粥).
 */
export function isNameInContext(text: string, start: number, end: number): boolean {
  if (/[‐‑-]/.test(text.charAt(start - 1)) && isWordAt(text, start - 2)) return false
  if (/^['’]s(?![\p{L}\p{N}])/u.test(text.slice(end, end + 3))) return true
  if (unspaced.test(text.charAt(start))) return !isInsideWord(text, start, end)
  return isInsideSentence(text, start) || goesOnAsAfterName(text, end)
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

function goesOnAsAfterName(text: string, end: number): boolean {
  const behind = text.slice(end, end + 40)
  const next = /^[ \t]+(\p{Ll}[\p{L}’'-]*)/u.exec(behind)
  if (next) return followsSubject(next[1] as string)
  return !/^[‐‑-]\p{Ll}/u.test(behind)
}

/** A verb, including negated ones (`won't`), or a product name with inner capitals (`Apple iPhone`). */
const followsSubject = (word: string) =>
  wordsBehindSubject.has(word) || /n['’]t$/.test(word) || /^\p{Ll}{1,2}\p{Lu}/u.test(word)
