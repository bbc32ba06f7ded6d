import type { ProviderKind } from './provider-kinds.ts'

/** What is known of a provider before it is asked. Facts: `docs/collection.md`. */
export interface ProviderFacts {
  /** What its paths are put behind. */
  baseUrl: string
  /** The engines, by their slugs, whose answers it gives. */
  engines: readonly string[]
  /** The model that is asked where a source names none: empty for a vendor, which asks an engine and no model. */
  defaultModel?: string
  /** What a source of a vendor may name as its model all the same; undefined where it takes none. */
  modelMeans?: string
  /** What a person has to have read and accepted before it is asked; undefined where nothing is known to forbid our use. */
  terms?: string
}

const modelEngines = ['chatgpt', 'claude', 'gemini', 'grok', 'perplexity', 'mistral', 'deepseek', 'meta-ai']
const google = ['google-ai-overviews', 'google-ai-mode']

export const providerFacts: Readonly<Record<ProviderKind, ProviderFacts>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', engines: ['chatgpt'] },
  anthropic: { baseUrl: 'https://api.anthropic.com/v1', engines: ['claude'] },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    engines: ['gemini'],
    terms:
      'Google’s terms of grounding with Google Search are quoted as forbidding to analyse grounded results',
  },
  xai: { baseUrl: 'https://api.x.ai/v1', engines: ['grok'] },
  perplexity: {
    baseUrl: 'https://api.perplexity.ai/v1',
    engines: ['perplexity'],
    defaultModel: 'perplexity/sonar',
  },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', engines: ['mistral'] },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', engines: modelEngines },
  cloro: {
    baseUrl: 'https://api.cloro.dev/v1',
    engines: ['chatgpt', 'perplexity', 'gemini', 'copilot', ...google],
    defaultModel: '',
  },
  dataforseo: {
    baseUrl: 'https://api.dataforseo.com/v3',
    engines: ['chatgpt', 'gemini', 'claude', 'perplexity', ...google],
    defaultModel: '',
    modelMeans: 'the model of LLM Responses, which is asked instead of what ChatGPT and Gemini show people',
  },
  brightdata: {
    baseUrl: 'https://api.brightdata.com',
    engines: ['chatgpt', 'perplexity', 'gemini', 'copilot', 'grok', ...google],
    defaultModel: '',
    modelMeans: 'the zone of its SERP API, for AI Overviews',
  },
  oxylabs: {
    baseUrl: 'https://data.oxylabs.io/v1',
    engines: ['chatgpt', 'perplexity', ...google],
    defaultModel: '',
  },
  serpapi: { baseUrl: 'https://serpapi.com', engines: google, defaultModel: '' },
}
