import { isCommonWord } from '../../../lib/text/mentions/common-words.ts'
import { languageEvidence } from '../../../lib/text/sentiment/language.ts'
import { UnreadableDocument } from '../extracted.ts'

/** Length of a checked piece, in UTF-16 units: most of a page. */
const pieceLength = 2000
/** Minimum signs or words for a verdict on a piece. */
const minSigns = 60
const minWords = 12
/** A piece with at least this share of invalid characters is garbled. */
const lostShare = 0.1
/** Above the share of laughter in chats, which also repeats letters. */
const repeatedShare = 0.25
/** Below this share of known words, check the letters: names and numbers are also unknown. */
const knownShare = 0.15
/** Vowels are 35 to 50% of Latin letters in any language, but fewer in garbled text. */
const vowelShare = 0.27
/** Real text consists mostly of letters and digits. */
const letterShare = 0.35

// biome-ignore lint/suspicious/noControlCharactersInRegex: this regex searches for them
const lost = /[\p{Co}\p{Cn}\u0000-\u0008\u000b\u000c\u000e-\u001f\u0080-\u009f\ufffd]/gu

/** A repeated letter, as produced by fonts that lack a script. */
const repeated = /(\p{Lo})\1{3,}/gu

/**
 * Whether most of a text is unreadable: its characters are missing or replaced, as in a PDF whose fonts lack a
 * character map.
 */
export function isGibberish(text: string): boolean {
  let judged = 0
  let garbled = 0
  for (let from = 0; from < text.length; from += pieceLength) {
    const verdict = isGarbled(text.slice(from, from + pieceLength))
    if (verdict === undefined) continue
    judged += 1
    if (verdict) garbled += 1
  }
  return garbled * 2 > judged
}

/** @throws UnreadableDocument if the text of a document without pages is gibberish */
export function assertNotGibberish(text: string): void {
  if (isGibberish(text))
    throw new UnreadableDocument('the text of the document is gibberish; save it as UTF-8 and add it again')
}

/** Undefined if a piece is too short. */
function isGarbled(piece: string): boolean | undefined {
  // Count dotted lines and rules as one sign.
  const signs = piece.replace(/\s/g, '').replace(/([^\p{L}\p{N}\p{M}\p{C}\ufffd])\1+/gu, '$1')
  if (signs.length < minSigns) return undefined
  if (countOf(signs, lost) >= signs.length * lostShare) return true
  if ((signs.match(repeated) ?? []).join('').length >= signs.length * repeatedShare) return true
  const words = piece.match(/\p{L}{2,}/gu) ?? []
  const known = words.filter((word) => isKnown(word.toLowerCase())).length
  if (known > words.length * knownShare) return false
  if (countOf(signs, /[\p{L}\p{N}\p{M}]/gu) < signs.length * letterShare) return true
  const latin = words.filter((word) => /^\p{Script=Latin}{3,}$/u.test(word))
  if (latin.length < minWords) return words.length < minWords ? undefined : false
  const letters = latin.join('').normalize('NFD').replace(/\p{M}/gu, '')
  return countOf(letters, /[aeiouyæøœəıŏ]/giu) < letters.length * vowelShare
}

const isKnown = (word: string) => word.length > 2 && (languageEvidence.has(word) || isCommonWord(word))

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
