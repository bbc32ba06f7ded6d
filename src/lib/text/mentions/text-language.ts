/** Languages (ISO 639-1) whose spelling decides what is a name; `da` stands for Danish and Norwegian. */
export type Language =
  | 'cs'
  | 'da'
  | 'de'
  | 'en'
  | 'es'
  | 'fi'
  | 'fr'
  | 'hu'
  | 'it'
  | 'nl'
  | 'pl'
  | 'pt'
  | 'ro'
  | 'sv'
  | 'tr'
  | 'vi'

/** The commonest function words of each language; a word of several of them says that much less. */
const functionWords: Record<Language, string> = {
  cs: 'a je v na se že to s z pro jsou jako ale nebo jsme při také',
  da: 'og i er det den en et på til med som af for ikke har jeg vi fra kan eget egen også når få år være ved mod',
  de: 'der die das und ist für mit nicht ein eine einen dem den des von zu im auf sich auch wir uns über ich sie bei wird sind haben nach aus wie oder als zum zur es im beim vom durch sehr mehr schön könnte würde wäre möchte müssen können',
  en: 'the of and to is are for with that this it you your from at be have has its an by or on in not can as was we about our more best',
  es: 'el la los las y es una un para con en que no por del al se su son más como de sí él está también muy',
  fi: 'ja on ei se että ovat myös tai kun joka sen tämä',
  fr: 'le la les des du de et est une un pour avec dans sur qui que pas au aux nous vous ce cette sont en chez par plus où à là été être même sûr très',
  hu: 'a az és egy hogy nem is van meg ez volt több',
  it: 'il lo la gli di e è un una per con che non del della sono nel si da più anche perché',
  nl: 'de het een en van is niet voor met op zijn ook bij wordt aan dat die heeft naar ons onze',
  pl: 'i w na z jest nie się to do że jak po dla są oraz przez od o być już też może więcej',
  pt: 'o a os as e é um uma para com em que não do da dos das no na por são mais já também você está',
  ro: 'și este în pe nu cu la un o din care pentru mai sunt să',
  sv: 'och i är det den en ett på till med som av för inte har jag vi från kan eget också när få år över ut',
  tr: 've bir bu için ile da de çok en daha olarak gibi ne var ön değil şey önce sonra',
  vi: 'và là của có không được cho các một những với này trong người bà cũng đã đi vẫn nhiều',
}

/** Letters that no or few other languages of the table have. */
const tellingLetters: Partial<Record<Language, string>> = {
  cs: 'řěůšž',
  da: 'æøå',
  de: 'äöüß',
  es: 'ñ',
  fi: 'äö',
  fr: 'èêçœ',
  hu: 'őűöü',
  pl: 'łąęśźżćń',
  pt: 'ãõç',
  ro: 'șță',
  sv: 'åäö',
  tr: 'ğşıçöü',
  vi: 'đơưạảấầậắặẹếềểệịọốồộớờợụứừửữựỳ',
}

const languagesOf = invert(functionWords, ' ')
const languagesOfLetter = invert(tellingLetters, '')

function invert(table: Partial<Record<Language, string>>, separator: string): Map<string, Language[]> {
  const inverted = new Map<string, Language[]>()
  for (const [language, list] of Object.entries(table))
    for (const entry of new Set(list.split(separator)))
      inverted.set(entry, [...(inverted.get(entry) ?? []), language as Language])
  return inverted
}

/** Whether a word (lower case, NFC) is a function word of any language of the table. */
export const isFunctionWord = (word: string): boolean => languagesOf.has(word)

/** Characters that are looked at around a place, as an answer may quote another language, and of the text as a whole. */
const nearby = 400
const textReach = 4000

/** Tells the language at a place of a text; undefined where nothing tells. */
export type LanguageReader = (index: number) => Language | undefined

/** Reads the languages of one text: of the line around a place, or else of the whole text. */
export function languageReader(text: string): LanguageReader {
  let whole: { language: Language | undefined } | undefined
  let line: { from: number; to: number; language: Language | undefined } | undefined
  return (index) => {
    const reach = Math.max(0, Math.floor(index / nearby) * nearby - nearby / 2)
    const from = reach + text.slice(reach, index).lastIndexOf('\n') + 1
    const to = index + text.slice(index, reach + 2 * nearby).search(/\n|$/)
    if (line?.from !== from || line.to !== to) line = { from, to, language: languageOf(text.slice(from, to)) }
    whole ??= { language: languageOf(text.slice(0, textReach)) }
    return line.language ?? whole.language
  }
}

/** The language that a text's function words and letters speak for; undefined where none leads. */
export function languageOf(text: string): Language | undefined {
  const scores = new Map<Language, number>()
  const count = (languages: readonly Language[]) => {
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length)
  }
  for (const [word] of text.normalize('NFC').matchAll(/[\p{L}\p{M}]+/gu)) {
    const known = languagesOf.get(word.toLowerCase())
    if (known) count(known)
    else if (!/^\p{Lu}/u.test(word)) {
      // A name keeps its letters in every language.
      for (const letter of new Set(word)) count(languagesOfLetter.get(letter) ?? [])
    }
  }
  const [first, second] = [...scores].sort((a, b) => b[1] - a[1])
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined
}
