import type { ProviderKind } from './provider-kinds.ts'

/** Known facts of a provider. Sources: `docs/collection.md`. */
export interface ProviderFacts {
  /** The base of its paths. */
  baseUrl: string
  /** Slugs of the supported engines. */
  engines: readonly string[]
  /** The model if a source sets none: empty for a vendor, which queries an engine rather than a model. */
  defaultModel?: string
  /** The meaning of the model in a vendor's source; undefined if it takes none. */
  modelMeans?: string
  /** Terms to read and accept before use; undefined if no known term forbids our use. */
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
    terms: 'Google’s terms of grounding with Google Search reportedly forbid analyzing grounded results',
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
    modelMeans: 'the model for LLM Responses, used instead of the ChatGPT and Gemini websites',
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
