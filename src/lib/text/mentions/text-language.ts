import table from './text-language.json' with { type: 'json' }

/**
 * Languages (ISO 639-1) whose spelling or endings determine what is a name; `da` includes Norwegian, `hr`
 * includes Bosnian and Serbian in Latin letters, `ru` includes other languages in Cyrillic.
 */
export type Language = keyof typeof table.functionWords

/** The most common function words of each language; a word of several languages counts less. */
const languagesOf = invert(table.functionWords, ' ')
/** Letters that few other languages of the table use. */
const languagesOfLetter = invert(table.tellingLetters, '')

function invert(table: Partial<Record<Language, string>>, separator: string): Map<string, Language[]> {
  const inverted = new Map<string, Language[]>()
  for (const [language, list] of Object.entries(table))
    for (const entry of new Set(list.split(separator)))
      inverted.getOrInsertComputed(entry, () => []).push(language as Language)
  return inverted
}

/** Whether a word (lowercase, NFC) is a function word of any language in the table. */
export const isFunctionWord = (word: string): boolean => languagesOf.has(word)

/** Characters checked around a position, as an answer can quote another language, and of the whole text. */
const nearby = 400
const textReach = 4000

/** Detects the language at a position of a text. */
export interface LanguageReader {
  /** Undefined if there is no evidence, or equal evidence for several. */
  languageAt(index: number): Language | undefined
  /** The languages with the most evidence: one, or several such as Czech and Slovak in a short line. */
  languagesAt(index: number): readonly Language[]
}

/** Detects the languages of a text by the line around a position, or else by the whole text. */
export function languageReader(text: string): LanguageReader {
  let whole: readonly Language[] | undefined
  let line: { from: number; to: number; languages: readonly Language[] } | undefined

  function languagesAt(index: number): readonly Language[] {
    const reach = Math.max(0, Math.floor(index / nearby) * nearby - nearby / 2)
    const from = reach + text.slice(reach, index).lastIndexOf('\n') + 1
    const to = index + text.slice(index, reach + 2 * nearby).search(/\n|$/)
    if (line?.from !== from || line.to !== to) line = { from, to, languages: leadingLanguages(text.slice(from, to)) }
    if (line.languages.length === 1) return line.languages
    whole ??= leadingLanguages(text.slice(0, textReach))
    return whole.length === 1 || line.languages.length === 0 ? whole : line.languages
  }
  return {
    languagesAt,
    languageAt(index) {
      const languages = languagesAt(index)
      return languages.length === 1 ? languages[0] : undefined
    },
  }
}

/** The language with the most evidence in function words and letters; undefined if none leads. */
export function languageOf(text: string): Language | undefined {
  const languages = leadingLanguages(text)
  return languages.length === 1 ? languages[0] : undefined
}

function leadingLanguages(text: string): Language[] {
  const scores = new Map<Language, number>()
  const count = (languages: readonly Language[]) => {
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length)
  }
  for (const [word] of text.normalize('NFC').matchAll(/[\p{L}\p{M}]+/gu)) {
    const known = languagesOf.get(word.toLowerCase())
    if (known) count(known)
    else if (!/^\p{Lu}/u.test(word)) {
      // Names keep their letters in every language.
      for (const letter of new Set(word)) count(languagesOfLetter.get(letter) ?? [])
    }
  }
  const highest = Math.max(...scores.values())
  return [...scores].flatMap(([language, score]) => (score === highest ? language : []))
}
