import { domainToUnicode } from 'node:url'
import {
  APOSTROPHE,
  DASH,
  DOT,
  foldCodePoint,
  foldTables,
  IGNORED,
  QUOTE,
  SEVERAL,
  SPACE,
  UNIT,
  unitsWithCase,
} from './folding.ts'
import { type Endings, stemsOf } from './inflection.ts'
import { behindArticle } from './joined-particles.ts'
import { type Spelling, spelledUnits } from './letters.ts'
import { hasInnerCapital, type NameSpelling, spellingsOf } from './name-spellings.ts'
import { contractionAt, isWordAt } from './word-boundary.ts'

export interface FinderEntity {
  /** A small number, unique within the brand. */
  entity: number
  /** Name and aliases. */
  names: string[]
  /** The registrable domain, such as `samsung.com`. */
  domain: string | null
  /** Whether names match only in their letter case. */
  caseSensitive: boolean
  /** Whether names are ordinary words, which count only if the context shows a name. Defaults to false. */
  inContext?: boolean
  /** Phrases in which a name means something else; they match as names do, in any letter case. */
  excluded?: readonly string[]
}

/** A spelling to search for: its letters, and the separators between them. */
export interface NamePattern {
  /** Negative for a phrase that excludes mentions of the entity. */
  entity: number
  /** Folded, without separators. Never empty. */
  units: string
  /** By the number of units before it: the gap between two units of the name, as returned by `gapShape`. */
  gaps: ReadonlyMap<number, string>
  /** Whether it is the entity's domain. */
  isDomain: boolean
  /** Whether no separator can be omitted: in domains, and in "H and S", which is not "hands". */
  needsGaps: boolean
  /** The units with their case, if the name is case-sensitive. */
  cased: string | undefined
  /** Whether a capital first letter is enough if the name is case-sensitive. */
  takesCapitals: boolean
  /** `.NET` is not `net`. */
  leadingDot: boolean
  /** Whether the name looks like a domain, as `Booking.com` does. */
  hasDot: boolean
  /** Whether the entity has a domain. */
  hasDomain: boolean
  /** The spelling of its letters; undefined for a domain, whose letters must match. */
  spelling: Spelling | undefined
  /** Whether spelling must match: for "Mueller" also written "Müller", "Muller" does not match. */
  isExact: boolean
  /** Whether the context must show a name, by `isNameInContext`. */
  inContext: boolean
  /** Whether it is two or three letters that are not an abbreviation, such as `On`. */
  isShortWord: boolean
  /** The units with their case, if a final s is a plural in any language: iPhones. */
  plural: string | undefined
  /** Whether it is an Arabic name without its article, which merges with a preceding preposition. */
  isWithoutArticle: boolean
  /** Its possible endings in inflecting languages; undefined if it is not inflected. */
  inflection: Inflection | undefined
}

export interface Inflection {
  /** Whether it requires an ending: `Alz` of `Alza`. */
  isStem: boolean
  /** Whether its forms rarely match other words by chance, even where every word has a capital. */
  isLong: boolean
  /** Whether the name is all capitals. */
  isCapitals: boolean
  endings: Endings
}

/**
 * The separators in a range of text, one character each: `'` an apostrophe, `"` a quotation mark, ` ` a run
 * of white space, `-` a dash or middle dot, `.` a dot. Ignores invisible characters.
 */
export function gapShape(text: string, from: number, to: number): string {
  const { kinds } = foldTables()
  let shape = ''
  for (let i = from; i < to; i++) {
    const kind = kinds[text.charCodeAt(i)]
    if (kind === APOSTROPHE) shape += "'"
    else if (kind === QUOTE) shape += '"'
    else if (kind === DASH) shape += '-'
    else if (kind === DOT) shape += '.'
    else if (kind === SPACE && !shape.endsWith(' ')) shape += ' '
  }
  return shape
}

function readSpelling(text: string) {
  const { kinds, foldedUnits } = foldTables()
  const name = text.replace(/\s+/g, ' ').trim()
  const gaps = new Map<number, string>()
  let units = ''
  let leading = ''
  let gapFrom = 0
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i)
    if (kinds[unit] !== UNIT) continue
    let folded = String.fromCharCode(foldedUnits[unit] ?? 0)
    const from = i
    if (foldedUnits[unit] === SEVERAL) {
      const codePoint = name.codePointAt(i) ?? 0
      folded = foldCodePoint(codePoint)
      if (codePoint > 0xffff) i++
      if (folded === '') continue
    }
    const shape = gapShape(name, gapFrom, from)
    if (units === '') leading = shape
    else if (shape !== '') gaps.set(units.length, shape)
    units += folded
    gapFrom = i + 1
  }
  return { units, gaps, leading }
}

function namePatterns(entity: FinderEntity, name: string): NamePattern[] {
  return spellingsOf(name).flatMap((spelling) => {
    const given = spelling.text.normalize('NFC').trim()
    const stems = stemsOf(given)
    const kind = {
      isLong: lettersIn(given) >= minLettersAnywhere,
      isCapitals: given === given.toUpperCase(),
    }
    const own = stems.find(({ text }) => text === given)
    const plain = patternOf(entity, spelling, own && { isStem: false, ...kind, endings: own.endings })
    const forms = stems
      .filter((stem) => stem !== own)
      .map(({ text, endings }) => patternOf(entity, { ...spelling, text }, { isStem: true, ...kind, endings }))
    const noun = behindArticle(given)
    if (noun !== undefined)
      forms.push({ ...patternOf(entity, { ...spelling, text: noun }, undefined), isWithoutArticle: true })
    // A form that differs only in diacritics matches as the name itself.
    return [plain, ...forms.filter(({ units, inflection }) => units !== plain.units || !inflection?.endings.has(''))]
  })
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

function patternOf(
  entity: FinderEntity,
  { text, isExact, isCased, needsGaps, inContext }: NameSpelling,
  inflection: Inflection | undefined,
): NamePattern {
  const { units, gaps, leading } = readSpelling(text)
  return {
    entity: entity.entity,
    units,
    gaps,
    isDomain: false,
    needsGaps,
    cased: isCased || entity.caseSensitive || entity.inContext ? unitsWithCase(text) : undefined,
    takesCapitals: !isCased && !entity.caseSensitive && /^\P{L}*\p{Lu}/u.test(text),
    leadingDot: leading === '.',
    hasDot: [...gaps.values()].includes('.'),
    hasDomain: entity.domain !== null,
    spelling: {
      spelt: spelledUnits(text),
      isCapitalized: /^\P{L}*\p{Lu}/u.test(text),
      hasWords: [...gaps.values()].some((gap) => /[ -]/.test(gap)),
      isAscii: !/[^\0-\x7f]/.test(text),
    },
    isExact,
    inContext: inContext || (entity.inContext ?? false),
    isShortWord: units.length <= 3 && !inflection && /^\p{Lu}\p{Ll}/u.test(text),
    plural: !inflection?.isStem && units.length >= 3 && hasInnerCapital(text) ? unitsWithCase(text) : undefined,
    isWithoutArticle: false,
    inflection,
  }
}

function domainPatterns(entity: FinderEntity): NamePattern[] {
  const domain = entity.domain?.trim() ?? ''
  const spellings = new Set([domain, domainToUnicode(domain)])
  return [...spellings].map(readSpelling).flatMap(({ units, gaps }) => {
    // Without a dot it is a word rather than a domain.
    if (![...gaps.values()].includes('.')) return []
    return {
      entity: entity.entity,
      units,
      gaps,
      isDomain: true,
      needsGaps: true,
      cased: undefined,
      takesCapitals: true,
      leadingDot: false,
      hasDot: true,
      hasDomain: true,
      spelling: undefined,
      isExact: true,
      inContext: false,
      isShortWord: false,
      plural: undefined,
      isWithoutArticle: false,
      inflection: undefined,
    }
  })
}

// Inflected forms of shorter names count only inside a sentence.
const minLettersAnywhere = 5

/** All spellings to search for, by their units. Omits names that are empty after folding. */
export function patternsByUnits(entities: readonly FinderEntity[]): Map<string, NamePattern[]> {
  const byUnits = new Map<string, NamePattern[]>()
  for (const entity of entities) {
    const names = [...new Set(entity.names)]
    const { excluded = [] } = entity
    const exclusion = { ...entity, entity: -entity.entity, caseSensitive: false, inContext: false }
    for (const pattern of [
      ...names.flatMap((name) => namePatterns(entity, name)),
      ...excluded.flatMap((phrase) => namePatterns(exclusion, phrase)),
      ...domainPatterns(entity),
    ]) {
      if (pattern.units !== '') byUnits.getOrInsertComputed(pattern.units, () => []).push(pattern)
    }
  }
  return byUnits
}

/** The text between two units of a possible name. */
export interface Gap {
  from: number
  to: number
  /** From `gapShape`, not empty. */
  shape: string
  /** The number of the name's units after it. */
  unitsBehind: number
}

/**
 * Whether a gap of the text matches that of a name. A separator of the name matches one separator, a run of
 * white space or nothing; its quotation marks match any or none; no separator matches only nothing, or a space
 * between long parts of a Korean or Hindi name. A dot before a space separates two names, except after an
 * abbreviation of one or two letters (`Dr. Pepper`).
 */
export function gapMatches(pattern: NamePattern, text: string, gap: Gap): boolean {
  const { from, to, shape, unitsBehind } = gap
  const unitsBefore = pattern.units.length - unitsBehind
  const wanted = pattern.gaps.get(unitsBefore) ?? ''
  if (shape === wanted) return true
  if ((wanted === '' || wanted === '-') && isLineBreak(pattern, text, gap)) return !pattern.isDomain
  if (pattern.isDomain || wanted === "'" || wanted === '"') return false
  if (wanted === '' && shape === ' ')
    return apart.test(`${pattern.units.slice(0, unitsBefore)} ${pattern.units.slice(unitsBefore)}`)
  if (wanted === '') return shape === "'" && apostropheLeftOut(unitsBefore, text, from, to)
  switch (/['"]/.test(wanted) ? shape.replace(/['"]/g, '') : shape) {
    case '':
    case ' ':
    case '-':
    case '.':
      return true
    case '. ':
      return isAbbreviation(text, from)
    default:
      return false
  }
}

// Korean and Hindi names are also written apart: 카카오 뱅크. Shorter parts are common words ("आज तक").
const apart =
  /^[\p{Script=Hangul}a-z]{2,} \p{Script=Hangul}{2,}$|^\p{Script=Hangul}{3,} \p{Script=Hangul}$|^\p{Script=Devanagari}{3,} [अ-ह]\p{Script=Devanagari}{2,}$/u

/** A word broken at a line end by a hyphen or soft hyphen (`Mie- le`), with two or more letters each side. */
function isLineBreak({ units }: NamePattern, text: string, { from, shape, unitsBehind }: Gap): boolean {
  if (units.length < 5 || unitsBehind < 2 || unitsBehind > units.length - 2) return false
  const isHyphen = shape === '- ' || (shape === ' ' && text.charAt(from) === '\u00ad')
  return isHyphen && isWordAt(text, from - 1)
}

// DeLonghi matches De'Longhi and McDonalds McDonald's, but Shell does not match "she'll", nor ITS "it's".
function apostropheLeftOut(unitsBefore: number, text: string, from: number, to: number): boolean {
  if (!isWordAt(text, from - 1) || !isWordAt(text, to)) return false
  let apostrophe = from
  while (foldTables().kinds[text.charCodeAt(apostrophe)] === IGNORED) apostrophe++
  const contraction = contractionAt(text, apostrophe)
  return contraction === '' || (contraction === 's' && unitsBefore >= 4)
}

function isAbbreviation(text: string, end: number): boolean {
  return isWordAt(text, end - 1) && !(isWordAt(text, end - 2) && isWordAt(text, end - 3))
}
