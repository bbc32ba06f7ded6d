/** One way to write a name. */
export interface NameSpelling {
  text: string
  /** Whether diacritics must match: for "Mueller" also written "Müller", "Muller" does not match. */
  isExact: boolean
  /** Whether it counts only in this letter case. */
  isCased: boolean
  /** Whether no separator can be omitted. */
  needsGaps: boolean
  /** Whether it counts only if the context shows a name, by `isNameInContext`. */
  inContext: boolean
}

/** All common spellings of a name, the given one first. */
export function spellingsOf(name: string): NameSpelling[] {
  const spellings = joinedSpellingsOf(name).flatMap((text) => [
    spelt(text, { needsGaps: joinsShortWords(text) }),
    ...transcriptionsOf(text).map((transcribed) =>
      spelt(transcribed, { isExact: true, needsGaps: joinsShortWords(transcribed) }),
    ),
  ])
  return [...spellings, ...plusSpellingsOf(name), ...apartSpellingsOf(name)]
}

const spelt = (text: string, unusual: Partial<NameSpelling>): NameSpelling => ({
  text,
  isExact: false,
  isCased: false,
  needsGaps: false,
  inContext: false,
  ...unusual,
})

// Shorter names split into words that occur together by chance: GoPro, "how to Go Pro".
const minLettersApart = 6

/** Splits a name at inner capitals, "Click Up". Matches only with these capitals, in a name's context. */
function apartSpellingsOf(name: string): NameSpelling[] {
  const text = name.trim().replace(/(?<=\p{L}\p{Ll})(?=\p{Lu}\p{L})/gu, ' ')
  if (!/^\p{Lu}[\p{L} ]+$/u.test(text) || text === name.trim() || text.length <= minLettersApart) return []
  return [spelt(text, { isExact: true, isCased: true, needsGaps: true, inContext: true })]
}

/** Whether a name has capitals like no word, so that a final s is a plural or genitive: iPhones, BMWs. */
export const hasInnerCapital = (name: string): boolean => /\p{Ll}\p{Lu}|^\p{Lu}{3,}$/u.test(name.trim())

/** "Disney+" as "Disney Plus", and vice versa, in the name's case: "Disney plus Hulu" means two names. */
function plusSpellingsOf(name: string): NameSpelling[] {
  const [, beforeSign] = /^(.*[\p{L}\p{N}]{3})\+$/su.exec(name.trim()) ?? []
  const [, beforeWord] = /^(.*[\p{L}\p{N}]{3}) plus$/isu.exec(name.trim()) ?? []
  if (beforeWord !== undefined) return [spelt(`${beforeWord}+`, {})]
  if (beforeSign === undefined) return []
  const lower = beforeSign.toLowerCase()
  const capitalized = lower.charAt(0).toUpperCase() + lower.slice(1)
  const words = [`${beforeSign} Plus`, `${capitalized} Plus`, `${beforeSign.toUpperCase()} PLUS`, `${lower} plus`]
  return [...new Set(words)].map((text) => spelt(text, { isCased: true }))
}

// "Black & Decker", "Black and Decker" and "BLACK+DECKER" are one name, as are "H&M" and "H and M".
const joinedByAnd =
  /\s(?:[&＆+]|[Aa]nd|AND|und|et|og|och|(?<=\p{L}{3}\s)(?:e|y|i|en)(?=\s\p{L}{3}))\s|(?<=[\p{L}\p{N}])[&＆+](?=[\p{L}\p{N}])/gu
const joins = [' & ', ' and ', ' + ', ' und ', ' et ', ' og ', ' och ']
/** These words join only longer names: "B e C" are letters. */
const shortJoins = [' e ', ' y ', ' i ', ' en ']

/** Whether a spelling joins words of one or two letters, which unspaced form another: "H and S", "hands". */
const joinsShortWords = (spelling: string): boolean =>
  /(?:^|\s)\S{1,2}\s(?:and|und|et|og|och)\s|\s(?:and|und|et|og|och)\s\S{1,2}(?:\s|$)/i.test(spelling)

/** A name with each conjunction that can join it. */
function joinedVariantsOf(spelling: string): string[] {
  if (spelling.search(joinedByAnd) === -1) return [spelling]
  const words = spelling.replace(joinedByAnd, ' & ').split(' & ')
  const isLong = words.every((word) => /\p{L}{3}/u.test(word))
  return [...joins, ...(isLong ? shortJoins : [])].map((join) => words.join(join))
}

// A company's name ends before these: "Acme, Inc." and "Acme Inc." are one name.
const legalForm = /,?\s((?:inc|incorporated|llc|ltd|limited|corp|corporation|co|plc|lp|llp|gmbh|s\.?a)\.?)$/i

function joinedSpellingsOf(name: string): string[] {
  const names = legalForm.test(name)
    ? [name.replace(legalForm, ' $1'), name.replace(legalForm, ', $1')]
    : [...new Set([name, name.replace(/,(?=\s)/g, '')])]
  return names.flatMap(joinedVariantsOf)
}

// Transcriptions of German and Scandinavian letters (DIN 5007-2, ICAO Doc 9303): æ folds to ae, ß to ss.
const digraphOf: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const letterOf: Record<string, string> = { ae: 'ä', oe: 'ö', ue: 'ü', aa: 'å' }
const nordicLetterOf: Record<string, string> = { ...letterOf, oe: 'ø' }

/** Spellings of a name with umlauts written as two letters, and the reverse: Müller, Mueller; and its nasals. */
function transcriptionsOf(name: string): string[] {
  const plain = name.normalize('NFC')
  const typed = plain.replace(/[äöüøå]/gi, (letter) => inCaseOf(letter, digraphOf[letter.toLowerCase()]))
  const spelt = [letterOf, nordicLetterOf].map((letters) =>
    plain.replace(/[aou]e|aa/gi, (pair) => inCaseOf(pair, letters[pair.toLowerCase()])),
  )
  return [...new Set([typed, ...spelt, ...nasalSpellingsOf(plain)])].filter((spelling) => spelling !== plain)
}

/** The consonants of Devanagari, five of each place of articulation with its nasal last. */
const stops = 'कखगघङचछजझञटठडढणतथदधनपफबभम'

/** Spellings with a half nasal as a dot above, and the reverse: हिन्दुस्तान, हिंदुस्तान. */
function nasalSpellingsOf(name: string): string[] {
  const nasalOf = (letter: string) => stops[Math.floor(stops.indexOf(letter) / 5) * 5 + 4] ?? 'न'
  return [
    name.replace(/ं([क-भशस])/g, (_, letter: string) => `${nasalOf(letter)}्${letter}`),
    name.replace(/ं(?=[क-भशस])/g, 'न्'),
    name.replace(/(?:[ङञणन]्(?=[क-भशस])|म्(?=[प-भ]))(?![ङञणन])/g, 'ं'),
  ]
}

function inCaseOf(model: string, letters = ''): string {
  if (model === model.toLowerCase()) return letters
  const isAllCapitals = model.length > 1 && model === model.toUpperCase()
  return isAllCapitals ? letters.toUpperCase() : letters.charAt(0).toUpperCase() + letters.slice(1)
}
