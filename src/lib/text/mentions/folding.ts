import hanVariants from './han-variants.json' with { type: 'json' }
import letters from './undecomposed-letters.json' with { type: 'json' }

/**
 * Folds the spellings of a name together: letter case, diacritics, ligatures, full-width forms, traditional and
 * simplified Chinese and so on.
 * Distinguishes significant characters, the "units", from those between letters (spaces, dashes, dots,
 * quotation marks) and invisible ones (zero-width, soft hyphen).
 */

/** A significant character. The other kinds are insignificant inside a name. */
export const UNIT = 0
/** Invisible or meaningless: zero-width characters, soft hyphen, diacritics, ® ™ ℠. */
export const IGNORED = 1
export const APOSTROPHE = 2
export const SPACE = 3
/** Any dash, and middle dots that separate words. */
export const DASH = 4
export const DOT = 5
/** A double quotation mark; a single one is an apostrophe. */
export const QUOTE = 6

/** In `foldedUnits`: a character of several units, or half of a surrogate pair; use `foldCodePoint`. */
export const SEVERAL = 0xffff

// Unicode's "Default_Ignorable_Code_Point" has zero-width characters, soft hyphen, joiners and variation
// selectors. The Arabic tatweel only stretches a word, and trademark signs do not change the name.
const ignored = /[\p{Default_Ignorable_Code_Point}\u0640®™℠]/u

// Marks that are optional or never distinguish words: diacritics of Latin, Greek and Cyrillic, Hebrew points,
// Arabic vowel signs, and the nukta of Devanagari. Other Indic signs, Thai marks and kana voicing marks are
// effectively letters.
export const diacritic =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\u093c]]--[\u3099\u309a]]/v

const apostrophe = /^['’‘‛`´ʼʹʻ′]$/
const quote = /^["“”„‟″〝〞＂]$/
const dash = /^[\p{Pd}−⁃·‧∙⋅・]$/u
const space = /[\p{Zs}\t]/u

// Letters with a stroke or ligature that Unicode does not decompose, as typed without a special keyboard.
const undecomposed: Record<string, string> = letters

// Additional characters in compatibility forms: diacritics, the tatweel, the apostrophe of ŉ.
const besideLetters = new RegExp(`${diacritic.source}|[\\u0640ʼ]`, 'gv')

function foldCase(text: string): string {
  // Upper case first: it merges letters that share a capital, such as σ and ς or ſ and s.
  return text.toUpperCase().toLowerCase()
}

/** The units of a character with its case, for case-sensitive names. */
function foldKeepingCase(char: string): string {
  const plain = char.normalize('NFKD').replace(besideLetters, '')
  // Keeps compatibility forms that include punctuation or spaces (… ½ ⑴ ¨).
  if (plain.trim() === '' || ([...plain].length > 1 && !/^[\p{L}\p{N}\p{M}]+$/u.test(plain))) return char
  return plain.replace(/[ßẞÆæŒœØøŁłĐđÐðÞþĦħŦŧı]/g, (letter) => undecomposed[letter] ?? letter)
}

function kindOf(char: string): number {
  if (ignored.test(char) || diacritic.test(char)) return IGNORED
  const plain = char.normalize('NFKD')
  if (apostrophe.test(char) || apostrophe.test(plain)) return APOSTROPHE
  if (quote.test(char)) return QUOTE
  if (space.test(char)) return SPACE
  if (dash.test(plain)) return DASH
  return plain === '.' ? DOT : UNIT
}

interface FoldTables {
  /** UNIT, IGNORED, APOSTROPHE, SPACE, DASH, DOT or QUOTE for each UTF-16 unit. */
  kinds: Uint8Array
  /** The folded unit, or SEVERAL. Line breaks fold to themselves: names do not extend across blocks. */
  foldedUnits: Uint16Array
}

// Excludes Han, Hangul syllables (one unit each), surrogates and private use: no case and no marks.
const foldedRanges = [
  [0, 0x33ff],
  [0xa000, 0xabff],
  [0xd7a4, 0xd7ff],
  [0xf900, 0xffff],
] as const

let tables: FoldTables | undefined

/** The tables for the Basic Multilingual Plane, created on first use (about 20 ms). */
export function foldTables(): FoldTables {
  if (tables) return tables
  const kinds = new Uint8Array(0x10000)
  const foldedUnits = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit)
  foldedUnits.fill(SEVERAL, 0xd800, 0xe000)
  for (const [first, last] of foldedRanges) {
    for (let unit = first; unit <= last; unit++) {
      const char = String.fromCharCode(unit)
      const kind = kindOf(char)
      kinds[unit] = kind
      if (kind !== UNIT) continue
      const folded = foldCase(foldKeepingCase(char))
      foldedUnits[unit] = folded.length === 1 ? folded.charCodeAt(0) : SEVERAL
    }
  }
  for (const [place, simplified] of [...hanVariants.simplified].entries())
    foldedUnits[hanVariants.traditional.charCodeAt(place)] = simplified.charCodeAt(0)
  tables = { kinds, foldedUnits }
  return tables
}

const severalUnits = new Map<number, string>()

/**
 * The folded units of a code point with SEVERAL in `foldedUnits`; empty if it is ignored. Cached, as texts
 * repeat few emoji and ligatures; the cache cannot exceed the number of code points.
 */
export function foldCodePoint(codePoint: number): string {
  let units = severalUnits.get(codePoint)
  if (units === undefined) {
    const char = String.fromCodePoint(codePoint)
    units = kindOf(char) === IGNORED ? '' : foldCase(foldKeepingCase(char))
    severalUnits.set(codePoint, units)
  }
  return units
}

export function unitsWithCase(text: string): string {
  const { kinds, foldedUnits } = foldTables()
  let units = ''
  for (const char of text) {
    const unit = char.charCodeAt(0)
    if (unit <= 0x20 || kinds[unit] !== UNIT) continue
    if (unit >= 0x3400 && unit < 0xa000) units += String.fromCharCode(foldedUnits[unit] as number)
    else units += unit < 0x80 ? char : foldKeepingCase(char)
  }
  return units
}
