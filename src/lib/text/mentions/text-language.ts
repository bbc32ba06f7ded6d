/**
 * Languages (ISO 639-1) whose spelling or endings determine what is a name; `da` includes Norwegian, `hr`
 * includes Bosnian and Serbian in Latin letters, `ru` includes other languages in Cyrillic.
 */
export type Language =
  | 'cs'
  | 'da'
  | 'de'
  | 'el'
  | 'en'
  | 'es'
  | 'et'
  | 'fi'
  | 'fr'
  | 'hr'
  | 'hu'
  | 'it'
  | 'lt'
  | 'nl'
  | 'pl'
  | 'pt'
  | 'ro'
  | 'ru'
  | 'sk'
  | 'sv'
  | 'tr'
  | 'uk'
  | 'vi'

/** The most common function words of each language; a word of several languages counts less. */
const functionWords: Record<Language, string> = {
  cs: 'a je v na se že to s z pro jsou jako ale nebo jsme při také než které která který můžete mezi od do u',
  da: 'og i er det den en et på til med som af for ikke har jeg vi fra kan eget egen også når få år være ved mod',
  de: 'der die das und ist für mit nicht ein eine einen dem den des von zu im auf sich auch wir uns über ich sie bei wird sind haben nach aus wie oder als zum zur es im beim vom durch sehr mehr schön könnte würde wäre möchte müssen können',
  el: 'και το η ο την της του τον τα των με για από είναι που στο στη στην στον τις τους οι να δεν σε ή θα ένα μια πιο',
  en: 'the of and to is are for with that this it you your from at be have has its an by or on in not can as was we about our more best',
  es: 'el la los las y es una un para con en que no por del al se su son más como de sí él está también muy',
  et: 'ja ei et ka või ning mis aga oma kõige eest kui siis väga',
  fi: 'ja on ei se että ovat myös tai kun joka sen tämä kuin mutta saa sekä niin kanssa',
  fr: 'le la les des du de et est une un pour avec dans sur qui que pas au aux nous vous ce cette sont en chez par plus où à là été être même sûr très',
  hr: 'a je na se za od kao ili koji koja koje što nije može također gdje biti s u kod ima samo najbolji',
  hu: 'a az és egy hogy nem is van meg ez volt több vagy pedig csak jobb legjobb',
  it: 'il lo la gli di e è un una per con che non del della sono nel si da più anche perché',
  lt: 'ir yra kad iš į kaip arba taip nuo už dėl jau labai',
  nl: 'de het een en van is niet voor met op zijn ook bij wordt aan dat die heeft naar ons onze',
  pl: 'i w na z jest nie się to do że jak po dla są oraz przez od o być już też może więcej',
  pt: 'o a os as e é um uma para com em que não do da dos das no na por são mais já também você está',
  ro: 'și este în pe nu cu la un o din care pentru mai sunt să',
  ru: 'и в не на с что по для это как от из у за но или при так же его их мы вы он она чем лучше также можно есть',
  sk: 'a je v na sa že sú z ako alebo sme tiež ktorý ktoré ktorá čo aj pri nie s od do',
  sv: 'och i är det den en ett på till med som av för inte har jag vi från kan eget också när få år över ut',
  tr: 've bir bu için ile da de çok en daha olarak gibi ne var ön değil şey önce sonra',
  uk: 'і в не на з що для це як від із у за але або при так його їх ми ви він вона ніж краще також можна й та є',
  vi: 'và là của có không được cho các một những với này trong người bà cũng đã đi vẫn nhiều',
}

/** Letters that few other languages of the table use. */
const tellingLetters: Partial<Record<Language, string>> = {
  cs: 'řěůšž',
  da: 'æøå',
  de: 'äöüß',
  el: 'ήίόύώάέ',
  es: 'ñ',
  et: 'õ',
  fi: 'äö',
  fr: 'èêçœ',
  hr: 'čćđ',
  hu: 'őűöü',
  lt: 'ėįųū',
  pl: 'łąęśźżćń',
  pt: 'ãõç',
  ro: 'șță',
  ru: 'ыэъё',
  sk: 'ľĺŕôťď',
  sv: 'åäö',
  tr: 'ğşıçöü',
  uk: 'іїєґ',
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
    if (line?.from !== from || line.to !== to)
      line = { from, to, languages: leadingLanguages(text.slice(from, to)) }
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
