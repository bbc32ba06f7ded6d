import { isCommonWord } from '../../../lib/text/mentions/common-words.ts'
import { languageEvidence } from '../../../lib/text/sentiment/language.ts'
import { UnreadableDocument } from '../extracted.ts'

/** What is judged at once, in UTF-16 units: most of a page. */
const pieceLength = 2000
/** A piece with fewer signs or words than this says nothing. */
const leastSigns = 60
const leastWords = 12

/** From such a share of a piece's signs on that stand for no character, it cannot be read. */
const lostShare = 0.1
/** Laughter in chats repeats letters as well. */
const repeatedShare = 0.25
/** Where fewer of a piece's words than this are known, its letters are looked at: names and numbers are not known either. */
const knownShare = 0.15
/** Of letters in Latin script, vowels are 35 to 50 % in any language, and fewer where others stand in their place. */
const vowelShare = 0.27
/** Letters and digits are most of what any text is made of. */
const letterShare = 0.35

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const lost = /[\p{Co}\p{Cn}\u0000-\u0008\u000b\u000c\u000e-\u001f\u0080-\u009f\ufffd]/gu

/** One letter over and over, as a font that lacks a script has for each of its letters. */
const repeated = /(\p{Lo})\1{3,}/gu

/**
 * Whether most of a text cannot be read by anybody: its characters are lost, or others stand in their place, as in a PDF
 * whose fonts do not say which letters they draw.
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

/** @throws UnreadableDocument where the text of a document without pages is gibberish */
export function assertNotGibberish(text: string): void {
  if (isGibberish(text))
    throw new UnreadableDocument('the text of the document is gibberish: save it in UTF-8 and add it again')
}

/** undefined where a piece is too short to tell. */
function isGarbled(piece: string): boolean | undefined {
  // Lines of dots and rules are one sign.
  const signs = piece.replace(/\s/g, '').replace(/([^\p{L}\p{N}\p{M}\p{C}\ufffd])\1+/gu, '$1')
  if (signs.length < leastSigns) return undefined
  if (countOf(signs, lost) >= signs.length * lostShare) return true
  if ((signs.match(repeated) ?? []).join('').length >= signs.length * repeatedShare) return true
  const words = piece.match(/\p{L}{2,}/gu) ?? []
  const known = words.filter((word) => isKnown(word.toLowerCase())).length
  if (known > words.length * knownShare) return false
  if (countOf(signs, /[\p{L}\p{N}\p{M}]/gu) < signs.length * letterShare) return true
  const latin = words.filter((word) => /^\p{Script=Latin}{3,}$/u.test(word))
  if (latin.length < leastWords) return words.length < leastWords ? undefined : false
  const letters = latin.join('').normalize('NFD').replace(/\p{M}/gu, '')
  return countOf(letters, /[aeiouyæøœəıŏ]/giu) < letters.length * vowelShare
}

const isKnown = (word: string) => word.length > 2 && (languageEvidence.has(word) || isCommonWord(word))

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
