/** Prompt templates of a language. They must fit any gender and number of the subject. */
interface Phrases {
  /** A comparison of the brand or product with a competitor. */
  compare(own: string, rival: string): string
  alternatives(name: string): string
  worth(name: string): string
  /** For a service or another offering of the brand. */
  opinions(service: string): string
  recommend(things: string): string
  /** For a topic in its base form. */
  brands(topic: string): string
}

export interface Language {
  /** ISO 639-1. */
  code: string
  /** Words that are in most sentences and say nothing about the subject, each in only one language. */
  common: readonly string[]
  phrases: Phrases
}

const words = (text: string) => text.split(' ')

/** Languages of generated prompts. Search queries yield prompts in any language. */
export const languages: readonly Language[] = [
  {
    code: 'en',
    common: words(
      'the a an is are was which what how should would can could do does for of to in on with and or my i you your that this these it have has who where when why need looking want help please me there any some from by at be use one',
    ),
    phrases: {
      compare: (own, rival) => `${own} or ${rival}: which one is better?`,
      alternatives: (name) => `What are good alternatives to ${name}?`,
      worth: (name) => `Is ${name} worth buying?`,
      opinions: (service) => `What do customers say about ${service}?`,
      recommend: (things) => `Which ${things} would you recommend?`,
      brands: (topic) => `${topic}: which brands stand out?`,
    },
  },
  {
    code: 'de',
    common: words(
      'der die das den dem ein eine einen einem einer ist sind welche welcher welches was wie für mit und oder im am zum zur von vom bei nach ich mir mein meine sich auf aus nicht gibt kann soll lohnt haus',
    ),
    phrases: {
      compare: (own, rival) => `${own} oder ${rival}: was ist besser?`,
      alternatives: (name) => `Welche Alternativen gibt es zu ${name}?`,
      worth: (name) => `Lohnt sich ${name}?`,
      opinions: (service) => `Was sagen Kunden über ${service}?`,
      recommend: (things) => `${things}: was ist zu empfehlen?`,
      brands: (topic) => `${topic}: welche Marken sind führend?`,
    },
  },
  {
    code: 'fr',
    common: words(
      'le la les un une des du quel quelle quels quelles est sont pour avec et ou dans au aux mon ma mes je vous nous qui que quoi comment faut choisir sur chez',
    ),
    phrases: {
      compare: (own, rival) => `${own} ou ${rival} : que choisir ?`,
      alternatives: (name) => `Quelles sont les alternatives à ${name} ?`,
      worth: (name) => `Est-ce que ${name} vaut le coup ?`,
      opinions: (service) => `Que disent les clients de ${service} ?`,
      recommend: (things) => `${things} : que recommander ?`,
      brands: (topic) => `${topic} : quelles marques se distinguent ?`,
    },
  },
  {
    code: 'es',
    common: words(
      'el los las una unos cuál cuáles qué cómo es son para con y o en mi mis yo del al por debería mejor mejores',
    ),
    phrases: {
      compare: (own, rival) => `${own} o ${rival}: ¿cuál es mejor?`,
      alternatives: (name) => `¿Qué alternativas hay a ${name}?`,
      worth: (name) => `¿Merece la pena ${name}?`,
      opinions: (service) => `¿Qué dicen los clientes de ${service}?`,
      recommend: (things) => `${things}: ¿qué se recomienda?`,
      brands: (topic) => `${topic}: ¿qué marcas destacan?`,
    },
  },
  {
    code: 'it',
    common: words(
      'il lo gli uno quale quali che cosa come è sono per con e nel nella della dei delle mio mia miei migliore migliori',
    ),
    phrases: {
      compare: (own, rival) => `${own} o ${rival}: qual è meglio?`,
      alternatives: (name) => `Quali sono le alternative a ${name}?`,
      worth: (name) => `Vale la pena comprare ${name}?`,
      opinions: (service) => `Cosa dicono i clienti di ${service}?`,
      recommend: (things) => `${things}: cosa è consigliato?`,
      brands: (topic) => `${topic}: quali marchi spiccano?`,
    },
  },
  {
    code: 'nl',
    common: words('het een welke wat hoe zijn voor met van op bij mijn ik je jij wij aan te en of moet kan'),
    phrases: {
      compare: (own, rival) => `${own} of ${rival}: wat is beter?`,
      alternatives: (name) => `Welke alternatieven zijn er voor ${name}?`,
      worth: (name) => `Is ${name} de moeite waard?`,
      opinions: (service) => `Wat zeggen klanten over ${service}?`,
      recommend: (things) => `${things}: wat is aan te raden?`,
      brands: (topic) => `${topic}: welke merken springen eruit?`,
    },
  },
  {
    code: 'pt',
    common: words(
      'os as um uma qual quais como são para com e ou no na nos nas do da dos das meu minha eu você melhor melhores',
    ),
    phrases: {
      compare: (own, rival) => `${own} ou ${rival}: qual é melhor?`,
      alternatives: (name) => `Quais são as alternativas a ${name}?`,
      worth: (name) => `Vale a pena comprar ${name}?`,
      opinions: (service) => `O que dizem os clientes sobre ${service}?`,
      recommend: (things) => `${things}: o que se recomenda?`,
      brands: (topic) => `${topic}: que marcas se destacam?`,
    },
  },
]

/** Words of a query for a type of page, or praise. They say nothing about the subject. */
const decoration = words(
  'best top good great better review reviews reviewed rating ratings ranked ranking comparison comparisons compare compared pros cons vs versus forum forums reddit recommendation recommendations recommended recommend guide list test tests tested advice opinion opinions expert experts current buy buying ' +
    'beste besten bester bestes besser vergleich testsieger erfahrungen erfahrung empfehlung empfehlungen kaufen kaufberatung bewertung bewertungen ' +
    'meilleur meilleure meilleurs meilleures avis comparatif comparaison guide acheter recommandation recommandations ' +
    'opiniones comparativa comprar recomendaciones opinioni recensione recensioni confronto consigli comprare ervaringen vergelijken kopen avaliação avaliações comparação',
)

const emptyWords = new Set([...languages.flatMap(({ common }) => common), ...decoration])

const year = /^(?:19|20)\d\d$/

/** Whether a word describes a subject: not a common word, praise or a year. */
export const isContent = (word: string) => !emptyWords.has(word) && !year.test(word)

const segments = new Intl.Segmenter(undefined, { granularity: 'word' })
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** The words of a text in lower case and normalized form. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  if (!unspaced.test(plain)) return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...segments.segment(plain)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

/** Detects the language of a text by its common words. Undefined if unclear. */
export function languageOf(text: string): Language | undefined {
  const found = new Set(wordsOf(text))
  const hits = languages.map((language) => ({
    language,
    count: language.common.filter((word) => found.has(word)).length,
  }))
  const [first, second] = hits.sort((a, b) => b.count - a.count)
  return first !== undefined && first.count > (second?.count ?? 0) ? first.language : undefined
}
