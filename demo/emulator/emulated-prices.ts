import type { Prices } from '../../src/lib/providers/prices.ts'
import type { PricedUsage } from '../../src/lib/providers/provider-answer.ts'
import type { ProviderKind } from '../../src/lib/providers/providers.ts'

/** The only model of each emulated provider. Vendors have none. */
export const emulatedModels = {
  openai: 'gpt-5',
  'azure-openai': 'gpt-5-mini',
  bedrock: 'openai.gpt-5.6-terra',
  anthropic: 'claude-sonnet-5-5',
  gemini: 'gemini-3.5-flash',
  vertex: 'gemini-3.5-flash',
  xai: 'grok-4.7',
  perplexity: 'perplexity/sonar',
  mistral: 'mistral-medium-3.5',
  openrouter: 'openai/gpt-5',
  cloro: '',
  dataforseo: '',
  brightdata: '',
  oxylabs: '',
  serpapi: '',
  searchapi: '',
  scrapeless: '',
} satisfies Partial<Record<ProviderKind, string>>

/** Providers that are emulated; a new provider need not be. */
export type EmulatedKind = keyof typeof emulatedModels
export const emulatedKinds = Object.keys(emulatedModels) as EmulatedKind[]

/**
 * Prices of the emulated providers in US dollars. They duplicate the price list, so that tests can compare
 * the charges with independently calculated costs.
 */
export const emulatedPrices: Readonly<Record<EmulatedKind, Prices>> = {
  openai: { per_million_input_tokens: 1.25, per_million_output_tokens: 10, per_thousand_searches: 10 },
  'azure-openai': { per_million_input_tokens: 0.25, per_million_output_tokens: 2, per_thousand_searches: 14 },
  bedrock: { per_million_input_tokens: 2.2, per_million_output_tokens: 13.2, per_thousand_searches: 12 },
  anthropic: { per_million_input_tokens: 2, per_million_output_tokens: 10, per_thousand_searches: 10 },
  gemini: { per_million_input_tokens: 1.5, per_million_output_tokens: 9, per_thousand_searches: 14 },
  vertex: { per_million_input_tokens: 1.5, per_million_output_tokens: 9, per_thousand_searches: 14 },
  xai: { per_million_input_tokens: 4, per_million_output_tokens: 12, per_thousand_searches: 5 },
  perplexity: { per_million_input_tokens: 0.25, per_million_output_tokens: 2.5, per_thousand_searches: 2.5 },
  mistral: { per_million_input_tokens: 1.5, per_million_output_tokens: 7.5, per_thousand_searches: 30 },
  openrouter: { per_million_input_tokens: 1.25, per_million_output_tokens: 10, per_thousand_searches: 10 },
  cloro: { per_thousand_credits: 0.8, credits_per_task: 7 },
  dataforseo: { per_thousand_tasks: 1.2 },
  brightdata: { per_thousand_tasks: 5 },
  oxylabs: { per_thousand_tasks: 2 },
  serpapi: { per_thousand_tasks: 15 },
  searchapi: { per_thousand_tasks: 4 },
  scrapeless: { per_thousand_tasks: 3 },
}

/** xAI’s unit, in which all prices per token, search, credit and task are integers. */
export const ticksPerDollar = 1e10

/** The model that OpenAI serves with the fault `other_model`, and its prices. */
export const dearerModel = 'gpt-5.5'
const dearerPrices: Prices = { per_million_input_tokens: 5, per_million_output_tokens: 30, per_thousand_searches: 10 }

/** The cost of a usage, in ticks. */
export function ticksOf(kind: EmulatedKind, usage: PricedUsage, isDearer = false): number {
  const price = isDearer ? dearerPrices : emulatedPrices[kind]
  const part = (count: number | null | undefined, dollars: number | undefined, per: number) =>
    Math.round(((count ?? 0) * (dollars ?? 0) * ticksPerDollar) / per)
  return (
    part(usage.inputTokens, price.per_million_input_tokens, 1e6) +
    part(usage.outputTokens, price.per_million_output_tokens, 1e6) +
    part(usage.searches, price.per_thousand_searches, 1e3) +
    part(usage.credits, price.per_thousand_credits, 1e3) +
    part(usage.tasks, price.per_thousand_tasks, 1e3)
  )
}
