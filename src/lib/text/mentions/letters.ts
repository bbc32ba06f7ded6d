import { foldCodePoint, foldTables, SEVERAL, UNIT } from './folding.ts'
import table from './text-language.json' with { type: 'json' }
import { isFunctionWord, type Language } from './text-language.ts'

/**
 * Letters with diacritics that are separate letters of a language's alphabet rather than accented forms.
 * French, Italian, Portuguese, Dutch and English have none. In Vietnamese each one changes the word.
 */
const ownLetters: Partial<Record<Language, string>> = table.ownLetters
/** For an unknown language: letters that are rarely accented forms. */
const likelyOwnLetters = 'äöüåøñąćęłńśźżğışőűăđ'
/** Never omitted in Russian, Ukrainian and related languages. */
const cyrillicOwnLetters = 'йїў'

/** Minimum units of a name that matches no other word by chance, if only diacritics of letters differ. */
const longName = 5
/** The minimum in German, with capitals for all nouns, and in Vietnamese, with many similar words. */
const veryLongName = 8

/** Latin and Cyrillic letters that Unicode does not decompose and that fold to another letter. */
const undecomposed = /[øłđðħŧ]/

/**
 * The units of a text as spelled: lowercase with diacritics, which folding removes. A dotted capital becomes
 * i; the capital I is kept, as it is also the capital of the dotless ı.
 */
export function spelledUnits(text: string): string[] {
  const { kinds, foldedUnits } = foldTables()
  const spelt: string[] = []
  for (const char of text.normalize('NFC')) {
    const unit = char.charCodeAt(0)
    if (char.length === 1 && (unit <= 0x20 || kinds[unit] !== UNIT)) continue
    const folded = foldedUnits[unit]
    const units = folded === SEVERAL ? foldCodePoint(char.codePointAt(0) as number) : String.fromCharCode(folded ?? 0)
    if (units.length === 1) spelt.push(speltLetter(char, units))
    else spelt.push(...units)
  }
  return spelt
}

function speltLetter(char: string, unit: string): string {
  if (char === 'İ') return 'i'
  if (char === 'I' || char === 'ı') return char
  const lower = char.toLowerCase()
  return isMarked(lower) ? lower : unit
}

function isSame(a: string, b: string): boolean {
  return a === b || (a === 'I' && 'iı'.includes(b)) || (b === 'I' && 'iı'.includes(a))
}

/** A name as entered, and a part of a text that folds to the same units. */
export interface Spelling {
  /** From `spelledUnits`. */
  spelt: readonly string[]
  /** Whether the name starts with a capital. */
  isCapitalized: boolean
  /** Whether it has several words. */
  hasWords: boolean
  isAscii: boolean
}

/**
 * Whether a part of a text that folds to the units of a name is the name although its diacritics differ
 * (docs/decisions/25). Short names must match in the separate letters of the language. Text with additional
 * diacritics must also keep the name's capital and be no function word. A name of several words matches with
 * any diacritics.
 * @param isExact whether no letter may differ
 */
export function isSpeltAlike(
  name: Spelling,
  stretch: string,
  isExact: boolean,
  languageOfStretch: () => Language | undefined,
): boolean {
  const found = spelledUnits(stretch)
  const apart = found.flatMap((letter, i) => {
    const own = name.spelt[i] ?? letter
    return isSame(own, letter) ? [] : [{ own, letter }]
  })
  if (isExact) return apart.length === 0
  if (apart.length === 0 || name.hasWords || found.length >= veryLongName) return true
  const isLowered = name.isCapitalized && /^\P{L}*\p{Ll}/u.test(stretch)
  const isShort = found.length < longName
  const word = stretch.normalize('NFC').toLowerCase()
  return apart.every(({ own, letter }) => {
    const isAdded = isMarked(letter)
    if (isLowered && (isAdded || isShort)) return false
    if (isAdded && isFunctionWord(word)) return false
    const language = languageOfStretch()
    const least = !isAdded || (language !== 'de' && language !== 'vi') ? longName : veryLongName
    return found.length >= least || !isOwnLetter(isAdded ? letter : own, language, isAdded)
  })
}

const isMarked = (letter: string) =>
  letter === 'ı' || undecomposed.test(letter) || /\p{M}/u.test(letter.normalize('NFD'))

function isOwnLetter(letter: string, language: Language | undefined, isAdded: boolean): boolean {
  if (cyrillicOwnLetters.includes(letter)) return true
  if (language === undefined) return isAdded && likelyOwnLetters.includes(letter)
  return language === 'vi' || (ownLetters[language]?.includes(letter) ?? false)
}
