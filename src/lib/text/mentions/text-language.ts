import table from './text-language.json' with { type: 'json' }

/**
 * Languages (ISO 639-1) whose spelling or endings determine what is a name; `da` includes Norwegian, `hr` Bosnian
 * and Serbian in Latin letters, `ru` other languages in Cyrillic except Serbian (`sr`) and Ukrainian.
 */
export type Language = keyof typeof table.functionWords

/** Function words and other common words of each language; a word of several languages counts less. */
const languagesOf = invert(' ', table.functionWords, table.commonWords)
/** The last two to four letters of words, and letters, which few other languages of the table use. */
const languagesOfEnd = invert(' ', table.wordEnds)
const languagesOfLetter = invert('', table.tellingLetters)

function invert(separator: string, ...tables: Partial<Record<Language, string>>[]): Map<string, Language[]> {
  const inverted = new Map<string, Language[]>()
  for (const [language, list] of tables.flatMap((one) => Object.entries(one)))
    for (const entry of new Set(list.split(separator)))
      inverted.getOrInsertComputed(entry, () => []).push(language as Language)
  return inverted
}

const functionWords = new Set(Object.values(table.functionWords).flatMap((list) => list.split(' ')))

/** Whether a word (lowercase, NFC) is a function word of any language in the table. */
export const isFunctionWord = (word: string): boolean => functionWords.has(word)

/** Characters checked around a position, as an answer can quote another language, and of the whole text. */
const nearby = 400
const textReach = 4000

/** Detects the language at a position of a text. */
export interface LanguageReader {
  /** Undefined if there is no evidence, or equal evidence for several. */
  languageAt(index: number): Language | undefined
  /** The languages with at least this share of the most evidence: with 1, several such as Czech and Slovak if equal. */
  languagesAt(index: number, share?: number): readonly Language[]
}

/** The evidence for each language in a text, in function words. */
type Evidence = ReadonlyMap<Language, number>

/** With less evidence in its line, the whole text tells the language of a word. */
const enoughOfLine = 1.5

/** Detects the languages of a text by the line around a position, or else by the whole text. */
export function languageReader(text: string): LanguageReader {
  let whole: Evidence | undefined
  let line: { from: number; to: number; evidence: Evidence } | undefined

  function languagesAt(index: number, share = 1): readonly Language[] {
    const reach = Math.max(0, Math.floor(index / nearby) * nearby - nearby / 2)
    const from = reach + text.slice(reach, index).lastIndexOf('\n') + 1
    const to = index + text.slice(index, reach + 2 * nearby).search(/\n|$/)
    if (line?.from !== from || line.to !== to) line = { from, to, evidence: evidenceIn(text.slice(from, to)) }
    const { evidence } = line
    if (leading(evidence).length === 1 && Math.max(...evidence.values()) >= enoughOfLine)
      return leading(evidence, share)
    whole ??= evidenceIn(text.slice(0, textReach))
    return leading(leading(whole).length === 1 || evidence.size === 0 ? whole : evidence, share)
  }
  return {
    languagesAt,
    languageAt(index) {
      const languages = languagesAt(index)
      return languages.length === 1 ? languages[0] : undefined
    },
  }
}

/** The language with the most evidence; undefined if none leads. */
export function languageOf(text: string): Language | undefined {
  const languages = leading(evidenceIn(text))
  return languages.length === 1 ? languages[0] : undefined
}

function leading(evidence: Evidence, share = 1): Language[] {
  const least = share * Math.max(...evidence.values())
  return [...evidence].flatMap(([language, amount]) => (amount >= least ? language : []))
}

function evidenceIn(text: string): Evidence {
  const scores = new Map<Language, number>()
  const count = (languages: readonly Language[] = [], weight = 1) => {
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + weight / languages.length)
  }
  const words = new Set(text.normalize('NFC').match(/[\p{L}\p{M}]+/gu))
  // The first word of a sentence has a capital like a name; with an s it can be the genitive of one.
  const [first] = words.size > 2 ? words : []
  for (const word of words) {
    const known = languagesOf.get(word.toLowerCase())
    if (known) count(known)
    else if (!/\p{Lu}/u.test(word === first && !word.endsWith('s') ? word.slice(1) : word)) {
      // Names keep their letters in every language.
      for (const letter of new Set(word)) count(languagesOfLetter.get(letter))
      const end = [-4, -3, -2].map((from) => word.slice(from)).find((end) => end !== word && languagesOfEnd.has(end))
      // An end says less than a word.
      if (end !== undefined) count(languagesOfEnd.get(end), 0.5)
    }
  }
  return scores
}
