import { unassignedTopic } from '../topics/index.ts'
import { type Language, languageOf, languages, wordsOf } from './languages.ts'
import type { Suggestion, SuggestionInput } from './suggestion.ts'

/** Topics with at most this many prompts are suggested. */
const fewPrompts = 1
const most = { languages: 3, compared: 5, replaced: 3, products: 8, topics: 8 }
/** Languages with a smaller share of the prompts are ignored. */
const minShare = 0.1

/** A language of the brand's prompts and its markets. */
export interface PromptLanguage {
  language: Language
  countries: string[]
}

/** Prompts about mentioned competitors, products, and topics with few prompts, in the prompts' languages. */
export function fromKnowledge(material: SuggestionInput): Suggestion[] {
  return languagesOf(material).flatMap((asked, index) => {
    // Names of topics and categories are in one language, most likely the main one.
    const isMain = index === 0
    return [
      ...aboutCompetitors(material, asked, isMain),
      ...aboutProducts(material, asked, isMain),
      ...(isMain ? aboutTopics(material, asked) : []),
    ]
  })
}

/** Languages of the brand's prompts, most frequent first. English if unclear. */
export function languagesOf({ prompts, markets }: SuggestionInput): PromptLanguage[] {
  const found = prompts.flatMap(({ number, text }) => {
    const language = languageOf(text)
    return language === undefined ? [] : [{ language, countries: markets.get(number) ?? [] }]
  })
  const byLanguage = [...Map.groupBy(found, ({ language }) => language)]
    .filter(([, of]) => of.length >= minShare * found.length)
    .sort((a, b) => b[1].length - a[1].length)
  const [english] = languages as [Language]
  if (byLanguage.length === 0)
    return [{ language: english, countries: [...new Set([...markets.values()].flat())].sort() }]
  return byLanguage.slice(0, most.languages).map(([language, of]) => ({
    language,
    countries: [...new Set(of.flatMap(({ countries }) => countries))].sort(),
  }))
}

/** Services come last: their names often say little without context. */
const productKinds = ['category', 'product', 'service']

export const noEvidence = { answers: 0, engines: [], queries: [], competitor_id: null, product_id: null }

function aboutCompetitors(
  { brand, competitors, answers }: SuggestionInput,
  { language, countries }: PromptLanguage,
  isMain: boolean,
): Suggestion[] {
  const { compare, alternatives } = language.phrases
  const rivals = competitors.filter((rival) => rival.relation !== 'partner' && rival.answers > 0)
  return rivals.slice(0, most.compared).flatMap((rival, place) => {
    const about = {
      kind: 'competitor' as const,
      reason: `${rival.name} is mentioned in ${rival.answers} of ${answers} answers.`,
      evidence: { ...noEvidence, answers: rival.answers, competitor_id: rival.id },
      topic: null,
      language: language.code,
      countries,
    }
    const compared = { ...about, text: compare(brand.name, rival.name) }
    const isReplaced = isMain && place < most.replaced
    return isReplaced ? [compared, { ...about, text: alternatives(rival.name) }] : [compared]
  })
}

function aboutProducts(
  material: SuggestionInput,
  { language, countries }: PromptLanguage,
  isMain: boolean,
): Suggestion[] {
  const { products } = material
  const ofServices = new Set(products.flatMap((its) => (its.kind === 'service' ? [its.parent_id] : [])))
  const fit = products
    .filter(({ id, kind }) => (isMain || kind === 'product') && !ofServices.has(id))
    .sort((a, b) => productKinds.indexOf(a.kind) - productKinds.indexOf(b.kind))
  return fit.slice(0, most.products).map((product) => ({
    text: textAbout(product, material.brand.name, language),
    kind: 'product' as const,
    reason: `${product.name} is a ${product.kind} of the brand.`,
    evidence: { ...noEvidence, product_id: product.id },
    topic: topicNamed(material, product.name),
    language: language.code,
    countries,
  }))
}

function textAbout({ name, kind }: SuggestionInput['products'][number], brand: string, language: Language): string {
  const { recommend, worth, opinions } = language.phrases
  const plain = withinSentence(name, brand, language)
  if (kind === 'category') return recommend(plain)
  const isNamedAfterBrand = ` ${wordsOf(name).join(' ')} `.includes(` ${wordsOf(brand).join(' ')} `)
  const called = (its: string) => (isNamedAfterBrand ? its : `${brand} ${its}`)
  return kind === 'service' ? opinions(called(plain)) : worth(called(name))
}

function aboutTopics({ topics, markets }: SuggestionInput, { language, countries }: PromptLanguage): Suggestion[] {
  const names = new Map(topics.map(({ id, name }) => [id, name]))
  const parents = new Set(topics.map(({ parentId }) => parentId))
  const thin = topics.filter(
    ({ id, name, prompts }) => !parents.has(id) && prompts.length <= fewPrompts && name !== unassignedTopic,
  )
  return thin
    .sort((a, b) => a.prompts.length - b.prompts.length)
    .slice(0, most.topics)
    .map(({ id, name, parentId, prompts }) => {
      const parent = parentId === null ? undefined : names.get(parentId)
      const own = [...new Set(prompts.flatMap((number) => markets.get(number) ?? []))].sort()
      return {
        text: language.phrases.brands(parent === undefined ? name : `${parent}, ${name.toLowerCase()}`),
        kind: 'topic' as const,
        reason: `The topic ${name} has ${prompts.length === 0 ? 'no prompt' : 'one prompt'}.`,
        evidence: noEvidence,
        topic: { id, name },
        language: language.code,
        countries: own.length > 0 ? own : countries,
      }
    })
}

/** Formats a name for use in a sentence: English lower case, except abbreviations and the brand's name. */
function withinSentence(name: string, brand: string, { code }: Language): string {
  if (code !== 'en') return name
  const kept = brand.split(/\s+/)
  return name.replace(/\p{Lu}\p{Ll}+/gu, (word) => (kept.includes(word) ? word : word.toLowerCase()))
}

/** A topic whose words are all in the name, or the reverse. */
function topicNamed({ topics }: SuggestionInput, name: string): Suggestion['topic'] {
  const words = new Set(wordsOf(name))
  const fit = topics.find((topic) => {
    const its = wordsOf(topic.name)
    return its.every((word) => words.has(word)) || [...words].every((word) => its.includes(word))
  })
  return fit === undefined ? null : { id: fit.id, name: fit.name }
}
