import { foldCodePoint, foldTables, SEVERAL, UNIT } from './folding.ts'
import { isFunctionWord, type Language } from './text-language.ts'

/**
 * Letters with diacritics that are letters of their own in a language's alphabet, and no accents of another one. French,
 * Italian, Portuguese, Dutch and English have none. In Vietnamese any is another word.
 */
const ownLetters: Partial<Record<Language, string>> = {
  cs: 'áčďéěíňóřšťúůýž',
  da: 'øå',
  de: 'äöü',
  es: 'ñ',
  et: 'äõöüšž',
  fi: 'åäö',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  lt: 'ąčęėįšųūž',
  pl: 'ąćęłńóśźż',
  ro: 'ăâîșțşţ',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sv: 'åäö',
  tr: 'çğıöşü',
}
/** Where the language is not known: letters that are seldom accents. */
const likelyOwnLetters = 'äöüåøñąćęłńśźżğışőűăđ'
/** Never left out in Russian, Ukrainian and the like. */
const cyrillicOwnLetters = 'йїў'

/** Units of a name that is no word of the language by accident, only its letters' diacritics apart. */
const longName = 5
/** In German, where every noun has a capital, and in Vietnamese, where many words differ in diacritics alone. */
const veryLongName = 8

/** Letters of Latin and Cyrillic that Unicode does not decompose, and that fold to one other letter. */
const undecomposed = /[øłđðħŧ]/

/**
 * The units of a text as they are spelt: lower case with diacritics, where folding leaves these out. A dotted capital is an
 * i; the capital I is kept, as it is the capital of the dotless ı too.
 */
export function spelledUnits(text: string): string[] {
  const { kinds, foldedUnits } = foldTables()
  const spelt: string[] = []
  for (const char of text.normalize('NFC')) {
    const unit = char.charCodeAt(0)
    if (char.length === 1 && (unit <= 0x20 || kinds[unit] !== UNIT)) continue
    const folded = foldedUnits[unit]
    const units =
      folded === SEVERAL ? foldCodePoint(char.codePointAt(0) as number) : String.fromCharCode(folded ?? 0)
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

/** A name as it is typed, and a stretch of a text that folds to the same units. */
export interface Spelling {
  /** As of `spelledUnits`. */
  spelt: readonly string[]
  /** Whether the name begins with a capital. */
  isCapitalized: boolean
  /** Whether it has several words. */
  hasWords: boolean
  isAscii: boolean
}

/**
 * Whether a stretch of a text, which folds to the units of a name, is the name although its diacritics may differ
 * (docs/decisions/25): where the name has none or others, only in the name's letter case, for no function word, and for
 * another letter of the language only where the name is long; where the text has none, but for short words. A name of
 * several words stands for itself with any diacritics.
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
