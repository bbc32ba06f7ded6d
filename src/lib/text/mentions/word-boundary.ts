import { APOSTROPHE, diacritic, foldTables } from './folding.ts'

/** Punctuation, symbols, spaces, emoji: never part of a word. */
const OUTSIDE = 0
/** A letter, digit or underscore of a script that separates words by spaces. */
const SPACED = 1
/** A letter of a script without spaces between words. */
const UNSPACED = 2
const HANGUL = 3
/** A letter of Devanagari or another script of India: postpositions follow names in Latin letters (`Jioका`). */
const INDIC = 7
/** Zero-width characters and diacritics: the preceding character decides. */
const TRANSPARENT = 4
/** A vowel sign, tone or voicing mark: part of the preceding letter. */
const MARK = 5
/** Half of a surrogate pair: the code point decides. */
const SURROGATE = 6

const indic =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u

/** A letter of a script without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

// Suffixes of a Hangul name: case particles, auxiliary particles, forms of the copula, and a second particle.
const hangulParticles =
  /^(?:은|는|이|가|을|를|의|에|에서|에게|에게서|께|께서|한테|와|과|랑|이랑|하고|로|으로|로서|으로서|로써|으로써|도|만|까지|부터|보다|처럼|같이|마다|밖에|조차|마저|이나|나|이든|든|이라도|라도|들|들이|들은|들을|들의|인|이다|입니다|이며|며|이고|고|이란|란|이라는|라는|이라고|라고|이라면|라면|이지만|지만|인데|이었다|였다|이에요|예요)(?:은|는|이|가|을|를|의|에|도|만|까지|부터|보다|나)?$/
const maxParticlesLength = 5

function kindOf(char: string): number {
  if (/[®™℠]/.test(char)) return OUTSIDE
  if (/\p{Default_Ignorable_Code_Point}/u.test(char) || diacritic.test(char)) return TRANSPARENT
  if (/\p{M}/u.test(char)) return MARK
  // The word characters of UAX #29: ALetter, Numeric and their extensions.
  if (!/[\p{L}\p{Nd}\p{Nl}\p{Pc}]/u.test(char)) return OUTSIDE
  if (unspaced.test(char)) return UNSPACED
  if (indic.test(char)) return INDIC
  return /\p{Script=Hangul}/u.test(char) ? HANGUL : SPACED
}

// Ranges of one kind need no lookup per letter.
const stretches = [
  [0x3400, 0x4dbf, UNSPACED],
  [0x4e00, 0x9fff, UNSPACED],
  [0xac00, 0xd7a3, HANGUL],
  [0xd800, 0xdfff, SURROGATE],
  [0xe000, 0xf8ff, OUTSIDE],
  [0x10000, 0x10000, OUTSIDE],
] as const

let table: Uint8Array | undefined

function wordKinds(): Uint8Array {
  if (table) return table
  table = new Uint8Array(0x10000)
  let unit = 0
  for (const [first, last, kind] of stretches) {
    for (; unit < first; unit++) table[unit] = kindOf(String.fromCharCode(unit))
    table.fill(kind, first, last + 1)
    unit = last + 1
  }
  return table
}

function kindAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  const kind = wordKinds()[unit] ?? OUTSIDE
  if (kind !== SURROGATE) return kind
  const codePoint = text.codePointAt((unit & 0xfc00) === 0xdc00 && index > 0 ? index - 1 : index) ?? 0
  return codePoint > 0xffff ? kindOf(String.fromCodePoint(codePoint)) : OUTSIDE
}

/** Whether the character at `index` is a letter, a digit, an underscore or a mark on one. */
export function isWordAt(text: string, index: number): boolean {
  const kind = index < 0 ? OUTSIDE : kindAt(text, index)
  return kind !== OUTSIDE && kind !== TRANSPARENT
}

/** Whether an ASCII digit is at `index`. */
export function isDigitAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit >= 0x30 && unit <= 0x39
}

/** The ending of an English contraction after the apostrophe at `index` (s, t, d, m, ll, re, ve), or ''. */
export function contractionAt(text: string, index: number): string {
  const after = text.slice(index + 1, index + 3).toLowerCase()
  for (const ending of ['ll', 're', 've', 's', 't', 'd', 'm']) {
    if (after.startsWith(ending) && !isWordAt(text, index + 1 + ending.length)) return ending
  }
  return ''
}

function isApostropheAt(text: string, index: number): boolean {
  return foldTables().kinds[text.charCodeAt(index)] === APOSTROPHE
}

/** A dot or comma joins digits (UAX #29, WB11 and WB12): there is no `3M` in `1.3M`. */
function joinsDigits(text: string, mark: number): boolean {
  const unit = text.charCodeAt(mark)
  return (unit === 0x2e || unit === 0x2c) && isDigitAt(text, mark - 1) && isDigitAt(text, mark + 1)
}

/** The kind of the letter before `index`, skipping its marks and zero-width characters. */
function kindBefore(text: string, index: number): number {
  for (let i = index - 1; i >= 0; i--) {
    const kind = kindAt(text, i)
    if (kind !== TRANSPARENT && kind !== MARK) return kind
  }
  return OUTSIDE
}

function joins(left: number, right: number): boolean {
  if (left === OUTSIDE || right === OUTSIDE) return false
  if (right === MARK) return true
  if (left === UNSPACED || right === UNSPACED) return false
  return left === right
}

/**
 * Whether a name can start at `index`. Word boundaries follow UAX #29 with these differences: an apostrophe
 * separates words (`l'Apple`), except in contractions; Han, kana, Thai, Lao, Khmer and Myanmar letters need
 * no boundary, nor does a change to or from Hangul or an Indic script; an amount of money (`$3M`) is not a name.
 */
export function mayStart(text: string, index: number): boolean {
  const left = kindBefore(text, index)
  if (left !== OUTSIDE) return !joins(left, kindAt(text, index))
  if (index === 0) return true
  if (isApostropheAt(text, index - 1)) return !isWordAt(text, index - 2) || contractionAt(text, index - 1) === ''
  if (!isDigitAt(text, index)) return true
  return !joinsDigits(text, index - 1) && !/\p{Sc}/u.test(text.charAt(index - 1))
}

/** Whether a name can end before `index`: like `mayStart`, and a Hangul name can have particles (`삼성은`). */
export function mayEnd(text: string, index: number): boolean {
  let next = index
  let right = OUTSIDE
  for (; next < text.length; next++) {
    right = kindAt(text, next)
    if (right !== TRANSPARENT) break
  }
  if (next >= text.length) return true
  if (right === OUTSIDE) {
    if (isApostropheAt(text, next)) return contractionAt(text, next) !== 't'
    return !joinsDigits(text, next)
  }
  const left = kindBefore(text, index)
  if (!joins(left, right)) return true
  return left === HANGUL && right === HANGUL && isParticle(text, next)
}

function isParticle(text: string, index: number): boolean {
  let end = index
  while (end - index <= maxParticlesLength && end < text.length && kindAt(text, end) === HANGUL) end++
  return hangulParticles.test(text.slice(index, end))
}
