import { isContent, languageOf, wordsOf } from './languages.ts'
import { subjectWords } from './novelty.ts'
import type { SearchedQuery } from './read-queries.ts'
import type { Suggestion, SuggestionInput } from './suggestion.ts'

/** From so many answers on, what was searched for once is chance. */
const manyAnswers = 200
const shownQueries = 5
const wordsOfQuestion = { least: 2, most: 16 }

/** Leads to one place, or is over tomorrow: nobody asks an engine for it twice. */
const navigational =
  /\b(?:site|inurl|intitle|filetype):|https?:|www\.|\.(?:com|org|net|io|co|de|fr|example)\b|\b(?:log ?in|sign ?in|anmelden|connexion|official (?:site|website)|homepage|phone number|opening hours|promo code|coupon|download|pdf|today|tonight|yesterday|latest news|breaking|weather|stock price|january|february|april|june|july|august|september|october|november|december)\b/i

/** Whether a text is the way to one place or moment rather than a question. */
export const isNavigational = (text: string) => navigational.test(text)

const alternatives = /\b(?:alternativ\p{L}*|instead of|statt|similar to|like)\b/iu

/** Years, placeholders and kinds of pages at the ends of a query: the question is what is left. */
const year = /(?:\b(?:19|20)\d\d\b|\{\w+\})/g
const endings =
  /(?:\s+(?:pros and cons|reviews?|comparisons?|compared|forums?|reddit|recommendations?|ratings?|ranked|tests?|vergleich|erfahrungen|testsieger|avis|comparatif|opiniones|opinioni|recensioni|ervaringen|in|of|for))+$/iu

/**
 * Prompts from what engines searched for: one of each subject, in the words of most answers. Left out are queries that lead
 * to one place or time, and those that are about another brand alone.
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

/** Whether a query is about another brand, and neither weighs it against the own one nor looks for something in its place. */
function createIsOthers({ brand, competitors }: SuggestionInput): (text: string) => boolean {
  const spaced = (name: string) => ` ${wordsOf(name).join(' ')} `
  const own = [brand.name, ...brand.aliases].map(spaced)
  const others = competitors.flatMap(({ name, aliases }) => [name, ...aliases].map(spaced))
  return (text) => {
    const words = spaced(text)
    const names = (list: readonly string[]) => list.some((name) => name.trim() !== '' && words.includes(name))
    return names(others) && !names(own) && !alternatives.test(text)
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

/** The query without what changes from year to year and kind of page to kind of page; one with “best” where there is any. */
function promptOf(family: readonly SearchedQuery[]): string {
  const [most] = family as [SearchedQuery]
  const praising = family.find(({ text }) =>
    /^(?:best|beste[rsn]?|meilleure?s?|mejor(?:es)?|migliori?)\s/iu.test(text),
  )
  const text = (praising ?? most).text
  const bare = text.replace(year, ' ').replace(/\s+/g, ' ').trim().replace(endings, '').trim()
  return isQuestion(bare) ? bare : text
}

/** Queries are words without sentences: where they do not tell, the prompts do that they were searched for. */
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
  return `Searched for by ${who}; “${text}” alone for ${times}.`
}
