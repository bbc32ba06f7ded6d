import type { Question } from '../protocol.ts'
import { googleLanguage } from '../requests.ts'
import countryNumbers from './country-numbers.json' with { type: 'json' }
import enginePaths from './engine-paths.json' with { type: 'json' }

/** Numeric ISO 3166-1 country codes by letters. */
const numbers = new Map(Object.entries(countryNumbers))

/** Google’s country ids, DataForSEO’s `location_code`: the ISO 3166-1 number plus 2,000. */
const googleLocation = (country: string): number | undefined => {
  const number = numbers.get(country)
  return number === undefined ? undefined : 2000 + number
}

/** The request data of one of DataForSEO's products. */
export interface Product {
  name: string
  /** Relative to the base URL. */
  path: string
  /** Whether the response is the answer, or a task must be fetched. */
  isLive: boolean
  isSerp: boolean
  pricedAs: string
  maxPromptLength: number
  unsaid: readonly ('country' | 'language')[]
  problemWith(question: Question): string | undefined
  input(question: Question): Record<string, unknown>
}

/** Character limits: 500 and 2,000 in the client's models; 700 for SERP API keywords (its documentation). */
const limits = { llmResponses: 500, llmScraper: 2000, serp: 700 }
/** The maximum for LLM Responses; the provider lets a searching model exceed it. */
const maxOutputTokens = 4096

/** The product for an engine's answers. Prefers what users see, if available and if no model is set. */
export function productOf(question: Question): Product {
  const { engine, model } = question
  if (engine === 'google-ai-mode') return aiMode
  if (engine === 'google-ai-overviews') return aiOverview
  return model === '' && (engine === 'chatgpt' || engine === 'gemini') ? scraperOf(engine) : modelOf(engine)
}

const paths = new Map(Object.entries(enginePaths))

const needsPlace = (question: Question): string | undefined => {
  if (question.language === '') return 'language: required by DataForSEO; set the plan’s language'
  return googleLocation(question.country) === undefined
    ? `country: DataForSEO does not support ${question.country}`
    : undefined
}

const placed = (question: Question) => ({
  location_code: googleLocation(question.country),
  language_code: googleLanguage(question),
})

const google = {
  isLive: false,
  isSerp: true,
  maxPromptLength: limits.serp,
  unsaid: [],
  problemWith: needsPlace,
}

const aiMode: Product = {
  ...google,
  name: 'DataForSEO’s AI Mode',
  path: '/serp/google/ai_mode',
  pricedAs: 'ai_mode/queue',
  input: (question) => ({ keyword: question.prompt, ...placed(question), device: 'desktop' }),
}

const aiOverview: Product = {
  ...google,
  name: 'DataForSEO’s Google Organic',
  path: '/serp/google/organic',
  pricedAs: 'organic/queue',
  input: (question) => ({
    keyword: question.prompt,
    ...placed(question),
    device: 'desktop',
    load_async_ai_overview: true,
  }),
}

const scraperOf = (engine: 'chatgpt' | 'gemini'): Product => ({
  name: 'DataForSEO’s LLM Scraper',
  path: `/ai_optimization/${paths.get(engine)}/llm_scraper`,
  isLive: false,
  isSerp: false,
  pricedAs: 'llm_scraper/queue',
  maxPromptLength: limits.llmScraper,
  unsaid: [],
  problemWith: needsPlace,
  input: (question) => ({
    keyword: question.prompt,
    ...placed(question),
    ...(engine === 'chatgpt' && { force_web_search: true }),
  }),
})

const modelOf = (engine: string): Product => ({
  name: 'DataForSEO’s LLM Responses',
  path: `/ai_optimization/${paths.get(engine)}/llm_responses`,
  isLive: true,
  isSerp: false,
  pricedAs: 'llm_responses/live',
  maxPromptLength: limits.llmResponses,
  unsaid: engine === 'gemini' ? ['country', 'language'] : ['language'],
  problemWith: ({ model }) =>
    model === '' ? `model: required by DataForSEO for ${engine}; set the source’s model` : undefined,
  input: ({ prompt, model, country }) => ({
    user_prompt: prompt,
    model_name: model,
    max_output_tokens: maxOutputTokens,
    web_search: true,
    force_web_search: true,
    ...(engine !== 'gemini' && { web_search_country_iso_code: country }),
  }),
})
