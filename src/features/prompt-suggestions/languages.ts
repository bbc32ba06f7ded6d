import table from './languages.json' with { type: 'json' }

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

/** Languages of generated prompts. Search queries yield prompts in any language. */
export const languages: readonly Language[] = table.languages.map(({ code, common, phrases }) => ({
  code,
  common: common.split(' '),
  phrases: {
    compare: (own, rival) => withName(phrases.compare, own).replace('{rival}', () => rival),
    alternatives: (name) => withName(phrases.alternatives, name),
    worth: (name) => withName(phrases.worth, name),
    opinions: (service) => withName(phrases.opinions, service),
    recommend: (things) => withName(phrases.recommend, things),
    brands: (topic) => withName(phrases.brands, topic),
  },
}))

function withName(template: string, name: string): string {
  return template.replace('{name}', () => name)
}

/** Words of a query for a type of page, or praise. They say nothing about the subject. */
const decoration = table.decoration.split(' ')

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
