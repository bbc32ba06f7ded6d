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
type Rule = [language: Language, nameEnd: RegExp, instead: string, endings: string]

const consonant = String.raw`(?<=[\p{Script=Latin}--[aeiouyàáâãäåæèéêëěìíîïòóôõöőøùúûüůűýÿąęăāēėīįōūų]])$`
const behindConsonant = new RegExp(consonant, 'iv')
const behindCyrillicConsonant = /(?<=[бвгґджзклмнпрстфхцчшщ])$/i

const hungarian = 'ban ben ba be ból ből nak nek nál nél hoz hez höz ról ről ra re tól től ig ért ként'
const hungarianBehindVowel = `${hungarian} t n val vel`
const finnishWeak = 'n ssa ssä sta stä lla llä lta ltä lle ksi t'

/**
 * The singular cases of masculine, feminine and, if brands have it, neuter names, from the school grammar of
 * each language. Excludes plurals, which brands rarely have and ordinary words do (Polish "Plusy i minusy").
 */
const lastWordRules: readonly Rule[] = [
  ['cs', behindConsonant, '', 'u em ovi ě'],
  ['cs', /(?<![iy])a$/i, '', 'y ě e u ou'],
  ['cs', /(?<=[iy])a$/i, '', 'e i í u ou'],
  ['cs', /ka$/i, 'c', 'e'],
  ['cs', /[gh]a$/i, 'z', 'e'],
  ['cs', /o$/i, '', 'a u em'],
  ['cs', /(?<=l)e$/i, '', 'u em'],
  ['sk', behindConsonant, '', 'u om e i ovi'],
  ['sk', /(?<![iy])a$/i, '', 'y e u ou'],
  ['sk', /(?<=[iy])a$/i, '', 'e i u ou'],
  ['sk', /o$/i, '', 'a u om e'],
  ['pl', behindConsonant, '', 'a u owi em'],
  ['pl', /(?<=[bcfmnpswz])$/i, '', 'ie'],
  ['pl', /(?<=[kg])$/i, '', 'iem'],
  ['pl', /(?<=r)$/i, '', 'ze'],
  ['pl', /(?<=d)$/i, '', 'zie'],
  ['pl', /t$/i, 'c', 'ie'],
  ['pl', /ł$/i, 'l', 'e'],
  ['pl', /(?<![eiyljkg])a$/i, '', 'y ę ą'],
  ['pl', /(?<=[eiyljkg])a$/i, '', 'i ę ą'],
  ['pl', /(?<=[bfmnpswz])a$/i, '', 'ie'],
  ['pl', /(?<=r)a$/i, '', 'ze'],
  ['pl', /(?<=d)a$/i, '', 'zie'],
  ['pl', /ta$/i, 'c', 'ie'],
  ['pl', /ka$/i, 'c', 'e'],
  ['pl', /ga$/i, 'dz', 'e'],
  ['pl', /ła$/i, 'l', 'e'],
  ['hr', behindConsonant, '', 'a u om em'],
  ['hr', /a$/i, '', 'e i u om'],
  ['hr', /ka$/i, 'c', 'i'],
  ['hr', /o$/i, '', 'a u om'],
  ['lt', /a$/i, '', 'os ai ą oje'],
  ['lt', /as$/i, '', 'o ui ą u e'],
  ['ro', behindConsonant, '', 'ul ului'],
  ['ro', /a$/i, '', 'ei'],
  ['fi', behindConsonant, '', 'in issa issä ista istä illa illä ilta iltä ille iksi it ia iä iin ina inä'],
  ['fi', /(?<=[aeiouyäö])$/i, '', `${finnishWeak} =n a ä ta tä na nä`],
  ['fi', /kk([aeiouyäö])$/i, 'k$1', finnishWeak],
  ['fi', /pp([aeiouyäö])$/i, 'p$1', finnishWeak],
  ['fi', /tt([aeiouyäö])$/i, 't$1', finnishWeak],
  ['fi', /(?<=[aeiouyäö])s$/i, 'kse', `${finnishWeak} en a ä na nä`],
  ['et', behindConsonant, '', 'i is ist it ile il ilt iga iks isse'],
  ['et', /(?<=[aeiouyäõöü])$/i, '', 's st t le l lt ga ks sse'],
  ['hu', behindConsonant, '', `${hungarian} on en ön ot et öt =al =el`],
  ['hu', /(?<=[lnrszj])$/i, '', 't'],
  ['hu', /(?<=[iouyóőöúűüáé])$/i, '', hungarian],
  ['hu', /a$/i, 'á', hungarianBehindVowel],
  ['hu', /e$/i, 'é', hungarianBehindVowel],
  // With an apostrophe, as in standard Turkish, every ending counts; without one only the long ones.
  ['tr', behindConsonant, '', 'da de ta te dan den tan ten ın in un ün la le'],
  ['tr', /(?<=[aeıioöuü])$/i, '', 'da de dan den nın nin nun nün ya ye yı yi yu yü yla yle'],
  ['el', /[οό]ς$/i, '', 'ου ού ο ό ε έ'],
  ['el', /(?<=[ηήαά])ς$/i, '', ' '],
  ['el', /(?<=[ηήαά])$/i, '', 'ς'],
  ['el', /[οό]$/i, '', 'ου ού'],
  ['ru', behindCyrillicConsonant, '', 'а у ом е'],
  ['ru', /(?<=[жшщчц])$/i, '', 'ем'],
  ['ru', /(?<=[бвгджзклмнпрстфхцчшщ])[оеё]к$/i, 'к', 'а у ом е'],
  ['ru', /й$/i, '', 'я ю ем е'],
  ['ru', /ь$/i, '', 'и ью я ю ем е'],
  ['ru', /(?<![гкхжшщчяи])а$/i, '', 'ы е у ой'],
  ['ru', /(?<=[гкхжшщч])а$/i, '', 'и е у ой ей'],
  ['ru', /(?<!а)я$/i, '', 'и е ю ей'],
  ['ru', /ая$/i, '', 'ой ую ей'],
  ['ru', /[иы]й$/i, '', 'ого ому ом им ым'],
  ['uk', behindCyrillicConsonant, '', 'а у ом і ові'],
  ['uk', /(?<=[жшщчц])$/i, '', 'ем'],
  ['uk', /й$/i, '', 'я ю єм ї'],
  ['uk', /ь$/i, '', 'і ю я ем'],
  ['uk', /а$/i, '', 'и і у ою'],
  ['uk', /ка$/i, 'ц', 'і'],
  ['uk', /га$/i, 'з', 'і'],
  ['uk', /(?<!і)я$/i, '', 'і ю ею'],
  ['uk', /ія$/i, 'і', 'ї ю єю'],
  ['uk', /ий$/i, '', 'ого ому им'],
]

/**
 * The forms of an adjective, in Cyrillic also of a noun, before the last word of a name: `Deutschen Bahn`,
 * `České spořitelny`, `Почты России`.
 */
const firstWordRules: readonly Rule[] = [
  ['de', /e$/i, '', 'en er'],
  ['de', /e[rs]$/i, '', 'e en em er'],
  ['cs', /á$/i, '', 'é ou'],
  ['cs', /[ýé]$/i, '', 'ého ému ém ým'],
  ['sk', /á$/i, '', 'ej ú ou'],
  ['sk', /[ýé]$/i, '', 'ého ému om ým'],
  ['pl', /(?<=k)a$/i, '', 'iej ą'],
  ['pl', /(?<=[nw])a$/i, '', 'ej ą'],
  ['pl', /(?<=k)i$/i, '', 'iego iemu im'],
  ['pl', /(?<=[nw])y$/i, '', 'ego emu ym'],
  ['el', /(?<=[ηήαά])$/i, '', 'ς'],
  ['el', /[οό]ς$/i, '', 'ου ού ο ό'],
  ['ru', /ая$/i, '', 'ой ую'],
  ['ru', /[иыо]й$/i, '', 'ого ому ом им ым'],
  ['ru', /ое$/i, '', 'ого ому ом ым'],
  ['ru', /(?<=[бвгджзклмнпрстфхцчшщ])а$/i, '', 'ы и е у ой'],
  ['ru', behindCyrillicConsonant, '', 'а у ом е'],
  ['uk', /(?<=[бвгґджзклмнпрстфхцчшщ])а$/i, '', 'ої ій у ою и і'],
  ['uk', /ий$/i, '', 'ого ому им'],
  ['uk', behindCyrillicConsonant, '', 'а у ом і ові'],
]

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
    const stem = word.replace(nameEnd, instead)
    rulesOf.set(stem, [...(rulesOf.get(stem) ?? []), index])
  }
  return [...rulesOf].map(([text, rules]) => ({
    text,
    endings: endingsOf(rules, word.slice(-1).toLowerCase()),
  }))
}

const sharedEndings = new Map<string, Endings>()

function shared(key: string, make: () => Endings): Endings {
  const endings = sharedEndings.get(key) ?? make()
  sharedEndings.set(key, endings)
  return endings
}

function endingsOf(rules: readonly number[], lastLetter: string): Endings {
  return shared(`${rules.join()} ${lastLetter}`, () => {
    const languages = new Map<string, Set<Language>>()
    for (const index of rules) {
      const [language, , , endings] = lastWordRules[index] as Rule
      for (const ending of endings.split(' ')) {
        const whole = ending.replace('=', lastLetter)
        languages.set(whole, (languages.get(whole) ?? new Set()).add(language))
      }
    }
    return languages
  })
}

/** For a phrase that is already a form. */
const noEnding = (language: Language) => shared(language, () => new Map([['', new Set([language])]]))

const endingsByLanguage = new WeakMap<Endings, Map<Language, Endings>>()

/** The endings that a language uses. */
function inLanguage(endings: Endings, language: Language): Endings {
  const byLanguage = endingsByLanguage.get(endings) ?? new Map<Language, Endings>()
  endingsByLanguage.set(endings, byLanguage)
  let own = byLanguage.get(language)
  if (own === undefined) {
    own = new Map(
      [...endings]
        .filter(([, languages]) => languages.has(language))
        .map(([ending]) => [ending, new Set([language])]),
    )
    byLanguage.set(language, own)
  }
  return own
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

/** The languages that inflect names. */
export const inflecting: ReadonlySet<Language> = new Set(lastWordRules.map(([language]) => language))

/** All endings of all languages, for a quick check that a word cannot be a form of a name. */
export const allEndings: ReadonlySet<string> = new Set(
  lastWordRules.flatMap(([, , , endings]) =>
    endings.includes('=')
      ? [...'abcdefghijklmnopqrstuvwxyzäöõü'].flatMap((letter) => endings.replaceAll('=', letter).split(' '))
      : endings.split(' '),
  ),
)
/** Length of the longest ending. */
export const maxEndingLength = Math.max(...[...allEndings].map((ending) => ending.length))
