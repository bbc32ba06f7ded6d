import { isContent, languageOf, wordsOf } from './languages.ts'
import { subjectWords } from './novelty.ts'
import type { SearchedQuery } from './read-queries.ts'
import type { Suggestion, SuggestionInput } from './suggestion.ts'

/** From this many answers, queries of a single answer are ignored as random. */
const manyAnswers = 200
const shownQueries = 5
const wordsOfQuestion = { least: 2, most: 16 }

/** Patterns of queries for a single site or moment, which users do not ask an engine about. */
const navigational =
  /\b(?:site|inurl|intitle|filetype):|https?:|www\.|\.(?:com|org|net|io|co|de|fr|example)\b|\b(?:log ?in|sign ?in|anmelden|connexion|official (?:site|website)|homepage|phone number|opening hours|promo code|coupon|download|pdf|today|tonight|yesterday|latest news|breaking|weather|stock price|january|february|april|june|july|august|september|october|november|december)\b/i

/** Whether a query looks for a single site or moment instead of asking a question. */
export const isNavigational = (text: string) => navigational.test(text)

const alternatives = /\b(?:alternativ\p{L}*|instead of|statt|similar to|like)\b/iu

/** Years, placeholders and page types at the end of a query, which are removed. */
const year = /(?:\b(?:19|20)\d\d\b|\{\w+\})/g
const endings =
  /(?:\s+(?:pros and cons|reviews?|comparisons?|compared|forums?|reddit|recommendations?|ratings?|ranked|tests?|vergleich|erfahrungen|testsieger|avis|comparatif|opiniones|opinioni|recensioni|ervaringen|in|of|for))+$/iu

/**
 * Prompts from search queries of engines: one per subject, with the most frequent wording. Excludes
 * navigational queries and queries about other brands only.
 */
export function fromQueries(queries: readonly SearchedQuery[], material: SuggestionInput): Suggestion[] {
  const isOthers = createIsOthers(material)
  const least = material.answers >= manyAnswers ? 2 : 1
  const fit = queries.filter(({ text }) => !isNavigational(text) && !isOthers(text) && isQuestion(text))
  const families = Map.groupBy(fit, ({ text }) => subjectWords(text).sort().join(' '))
  const known = new Map(material.prompts.map((prompt) => [prompt.number, prompt]))
  return [...families.values()]
    .map((family) => asCandidate(family, known, material.topics))
    .filter(({ evidence }) => evidence.answers >= least)
}

function isQuestion(text: string): boolean {
  const words = wordsOf(text)
  if (words.length > wordsOfQuestion.most) return false
  return words.filter((word) => isContent(word) && /\p{L}/u.test(word)).length >= wordsOfQuestion.least
}

/** Finds whether a text contains names of the brand, and of competitors. */
export function createNameFinder({ brand, competitors }: SuggestionInput) {
  const spaced = (name: string) => ` ${wordsOf(name).join(' ')} `
  const own = [brand.name, ...brand.aliases].map(spaced)
  const others = competitors.flatMap(({ name, aliases }) => [name, ...aliases].map(spaced))
  return (text: string) => {
    const words = spaced(text)
    const contains = (list: readonly string[]) => list.some((name) => name.trim() !== '' && words.includes(name))
    return { own: contains(own), others: contains(others) }
  }
}

/** Whether a query is only about another brand: neither a comparison nor a search for alternatives. */
function createIsOthers(material: SuggestionInput): (text: string) => boolean {
  const find = createNameFinder(material)
  return (text) => {
    const { own, others } = find(text)
    return others && !own && !alternatives.test(text)
  }
}

type Prompts = ReadonlyMap<number, SuggestionInput['prompts'][number]>

function asCandidate(
  family: readonly SearchedQuery[],
  prompts: Prompts,
  topics: SuggestionInput['topics'],
): Suggestion {
  const [most] = family as [SearchedQuery]
  const votes = new Map<string, number>()
  for (const query of family)
    for (const number of query.prompts) {
      const topic = prompts.get(number)?.topicId
      if (topic !== undefined) votes.set(topic, (votes.get(topic) ?? 0) + query.answers)
    }
  const [chosen] = [...votes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const topic = topics.find(({ id }) => id === chosen?.[0])
  const engines = [...new Set(family.flatMap((query) => query.engines))].sort()
  const text = promptOf(family)
  return {
    text,
    kind: 'searched',
    reason: reasonOf(most, engines.length),
    evidence: {
      answers: most.answers,
      engines,
      queries: family.slice(0, shownQueries).map(({ text, answers }) => ({ text, answers })),
      competitor_id: null,
      product_id: null,
    },
    topic: topic === undefined ? null : { id: topic.id, name: topic.name },
    language: languageOfQuery(text, family, prompts),
    countries: [...new Set(family.flatMap((query) => query.countries))].sort(),
  }
}

/** The query without years and page types. Prefers a wording with “best”. */
function promptOf(family: readonly SearchedQuery[]): string {
  const [most] = family as [SearchedQuery]
  const praising = family.find(({ text }) => /^(?:best|beste[rsn]?|meilleure?s?|mejor(?:es)?|migliori?)\s/iu.test(text))
  const text = (praising ?? most).text
  const bare = text.replace(year, ' ').replace(/\s+/g, ' ').trim().replace(endings, '').trim()
  return isQuestion(bare) ? bare : text
}

/** Detects the language of a query, or else that of its prompts, which have more common words. */
function languageOfQuery(text: string, family: readonly SearchedQuery[], prompts: Prompts): string | null {
  const own = languageOf(text)
  if (own !== undefined) return own.code
  for (const number of family.flatMap((query) => query.prompts)) {
    const language = languageOf(prompts.get(number)?.text ?? '')
    if (language !== undefined) return language.code
  }
  return null
}

function reasonOf({ text, answers }: SearchedQuery, engines: number): string {
  const who = engines === 1 ? 'one engine' : `${engines} engines`
  const times = answers === 1 ? 'one answer' : `${answers} answers`
  return `Searched by ${who}; “${text}” for ${times}.`
}
