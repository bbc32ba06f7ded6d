import type { PricedUsage, Prices } from '../prices.ts'
import type { ProviderKind } from '../provider-kinds.ts'

/** The model that each emulated provider has; any other one is unknown to it. A vendor has none. */
export const emulatedModels: Readonly<Record<ProviderKind, string>> = {
  openai: 'gpt-5',
  anthropic: 'claude-sonnet-5-5',
  gemini: 'gemini-3.5-flash',
  xai: 'grok-4.7',
  perplexity: 'perplexity/sonar',
  mistral: 'mistral-medium-3.5',
  openrouter: 'openai/gpt-5',
  cloro: '',
  dataforseo: '',
  brightdata: '',
  oxylabs: '',
  serpapi: '',
}

/**
 * What the emulated providers charge, in US dollars. They are written down here once more, so that what a source is charged
 * and what is reckoned by the list of prices are two accounts that can be compared.
 */
export const emulatedPrices: Readonly<Record<ProviderKind, Prices>> = {
  openai: { per_million_input_tokens: 1.25, per_million_output_tokens: 10, per_thousand_searches: 10 },
  anthropic: { per_million_input_tokens: 2, per_million_output_tokens: 10, per_thousand_searches: 10 },
  gemini: { per_million_input_tokens: 1.5, per_million_output_tokens: 9, per_thousand_searches: 14 },
  xai: { per_million_input_tokens: 4, per_million_output_tokens: 12, per_thousand_searches: 5 },
  perplexity: { per_million_input_tokens: 0.25, per_million_output_tokens: 2.5, per_thousand_searches: 2.5 },
  mistral: { per_million_input_tokens: 1.5, per_million_output_tokens: 7.5, per_thousand_searches: 30 },
  openrouter: { per_million_input_tokens: 1.25, per_million_output_tokens: 10, per_thousand_searches: 10 },
  cloro: { per_thousand_credits: 0.8, credits_per_task: 7 },
  dataforseo: { per_thousand_tasks: 1.2 },
  brightdata: { per_thousand_tasks: 5 },
  oxylabs: { per_thousand_tasks: 2 },
  serpapi: { per_thousand_tasks: 15 },
}

/** A dollar in xAI’s unit, in which all prices here are whole numbers for each token, search, credit and task. */
export const ticksPerDollar = 1e10

/** What a use costs, in ticks. */
export function ticksOf(kind: ProviderKind, usage: PricedUsage): number {
  const price = emulatedPrices[kind]
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
