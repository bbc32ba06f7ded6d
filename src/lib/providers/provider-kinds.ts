/** Supported providers. */
export const providerKinds = [
  'openai',
  'anthropic',
  'gemini',
  'xai',
  'perplexity',
  'mistral',
  'openrouter',
  'cloro',
  'dataforseo',
  'brightdata',
  'oxylabs',
  'serpapi',
] as const

export type ProviderKind = (typeof providerKinds)[number]
