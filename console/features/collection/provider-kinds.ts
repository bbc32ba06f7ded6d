import type { Input } from '../../api/client.ts'

export type Kind = Input<'create-source'>['kind']

export const kindNames: Record<Kind, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  xai: 'xAI',
  perplexity: 'Perplexity',
  mistral: 'Mistral',
  openrouter: 'OpenRouter',
  cloro: 'Cloro',
  dataforseo: 'DataForSEO',
  brightdata: 'Bright Data',
  oxylabs: 'Oxylabs',
  serpapi: 'SerpApi',
}
