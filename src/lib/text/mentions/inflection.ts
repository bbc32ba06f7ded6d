import rules from './inflection.json' with { type: 'json' }
import type { Language } from './text-language.ts'

/**
 * Endings that make a form of the name after a stem, with the languages that use them; an empty ending if the
 * stem is a form. Shared between names.
 */
export type Endings = ReadonlyMap<string, ReadonlySet<Language>>

/** The common beginning of some cases of a name: `Alz` for Alza, with `e`, `y` and more in Czech. */
export interface Stem {
  text: string
  endings: Endings
}

/** For names with this end in a language: its replacement, and case endings. `=` repeats the last letter. */
type Rule = readonly [language: Language, nameEnd: RegExp, instead: string, endings: string]

const namedEnds = new Map([
  ['latin consonant', /(?<=[\p{Script=Latin}--[aeiouyàáâãäåæèéêëěìíîïòóôõöőøùúûüůűýÿąęăāēėīįōūų]])$/iv],
  ['cyrillic consonant', /(?<=[бвгґджзклмнпрстфхцчшщјљњћђџ])$/i],
])

const readRules = (rows: readonly string[][]): Rule[] =>
  rows.map(([language, end = '', instead = '', endings = '']) => [
    language as Language,
    namedEnds.get(end) ?? new RegExp(end, 'iu'),
    instead,
    endings,
  ])

/**
 * The singular cases of masculine, feminine and, if brands have it, neuter names, from the school grammar of
 * each language. Excludes plurals, which brands rarely have and ordinary words do (Polish "Plusy i minusy").
 * In Turkish every ending counts after an apostrophe, as in standard spelling; without one only the long ones.
 */
const lastWordRules = readRules(rules.lastWord)

/**
 * The forms of an adjective, in Cyrillic also of a noun, before the last word of a name: `Deutschen Bahn`,
 * `České spořitelny`, `Почты России`.
 */
const firstWordRules = readRules(rules.firstWord)

/** Minimum letters of an inflected name or adjective: shorter ones match other words by chance. */
const minLetters = 4

const letterCount = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/** The stems of a name in all inflecting languages; none for short names, domains, and other characters. */
export function stemsOf(name: string): Stem[] {
  const plain = name.normalize('NFC').trim()
  if (letterCount(plain) < minLetters || !/\p{L}{3}$/u.test(plain) || /\.\p{L}{2,}$/u.test(plain)) return []
  const [, leading = '', last = ''] = /^(.* )?(\S+)$/su.exec(plain) ?? []
  const ownStems = stemsOfWord(last)
  const stems = ownStems.map(({ text, endings }) => ({ text: leading + text, endings }))
  for (const { text, language } of inflectedAdjectives(leading)) {
    stems.push({ text: text + last, endings: noEnding(language) })
    for (const stem of ownStems) {
      const endings = inLanguage(stem.endings, language)
      if (endings.size > 0) stems.push({ text: text + stem.text, endings })
    }
  }
  return stems
}

function stemsOfWord(word: string): Stem[] {
  const rulesOf = new Map<string, number[]>()
  for (const [index, [, nameEnd, instead]] of lastWordRules.entries()) {
    if (!nameEnd.test(word)) continue
    rulesOf.getOrInsertComputed(word.replace(nameEnd, instead), () => []).push(index)
  }
  return [...rulesOf].map(([text, rules]) => ({
    text,
    endings: endingsOf(rules, word.slice(-1).toLowerCase()),
  }))
}

/** By rules and last letter, or by language. */
const sharedEndings = new Map<string, Endings>()

function endingsOf(rules: readonly number[], lastLetter: string): Endings {
  return sharedEndings.getOrInsertComputed(`${rules.join()} ${lastLetter}`, () => {
    const languages = new Map<string, Set<Language>>()
    for (const index of rules) {
      const [language, , , endings] = lastWordRules[index] as Rule
      for (const ending of endings.split(' ')) {
        languages.getOrInsertComputed(ending.replace('=', lastLetter), () => new Set()).add(language)
      }
    }
    return languages
  })
}

/** For a phrase that is already a form. */
const noEnding = (language: Language) =>
  sharedEndings.getOrInsertComputed(language, () => new Map([['', new Set([language])]]))

const endingsByLanguage = new WeakMap<Endings, Map<Language, Endings>>()

function inLanguage(endings: Endings, language: Language): Endings {
  const byLanguage = endingsByLanguage.getOrInsertComputed(endings, () => new Map())
  return byLanguage.getOrInsertComputed(language, () => {
    const own = [...endings].filter(([, languages]) => languages.has(language))
    return new Map(own.map(([ending]) => [ending, new Set([language])]))
  })
}

/** The words before the last, with all adjectives of a type in one case (`Deutschen Roten `). */
function inflectedAdjectives(leading: string): { text: string; language: Language }[] {
  if (leading === '') return []
  const words = leading.trimEnd().split(' ')
  return firstWordRules.flatMap(([language, nameEnd, , endings]) => {
    const isInflected = words.map((word) => letterCount(word) >= minLetters && nameEnd.test(word))
    if (!isInflected.includes(true)) return []
    return endings.split(' ').map((ending) => ({
      language,
      text: `${words.map((word, i) => (isInflected[i] ? word.replace(nameEnd, ending) : word)).join(' ')} `,
    }))
  })
}

export const inflecting: ReadonlySet<Language> = new Set(lastWordRules.map(([language]) => language))

/** All endings of all languages, for a quick check that a word cannot be a form of a name. */
export const allEndings: ReadonlySet<string> = new Set(
  lastWordRules.flatMap(([, , , endings]) =>
    endings.includes('=')
      ? [...'abcdefghijklmnopqrstuvwxyzäöõü'].flatMap((letter) => endings.replaceAll('=', letter).split(' '))
      : endings.split(' '),
  ),
)
export const maxEndingLength = Math.max(...[...allEndings].map((ending) => ending.length))
