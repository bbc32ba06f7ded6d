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
  openai: { perMillionInputTokens: 1.25, perMillionOutputTokens: 10, perThousandSearches: 10 },
  anthropic: { perMillionInputTokens: 2, perMillionOutputTokens: 10, perThousandSearches: 10 },
  gemini: { perMillionInputTokens: 1.5, perMillionOutputTokens: 9, perThousandSearches: 14 },
  xai: { perMillionInputTokens: 4, perMillionOutputTokens: 12, perThousandSearches: 5 },
  perplexity: { perMillionInputTokens: 0.25, perMillionOutputTokens: 2.5, perThousandSearches: 2.5 },
  mistral: { perMillionInputTokens: 1.5, perMillionOutputTokens: 7.5, perThousandSearches: 30 },
  openrouter: { perMillionInputTokens: 1.25, perMillionOutputTokens: 10, perThousandSearches: 10 },
  cloro: { perThousandCredits: 0.8, creditsPerTask: 7 },
  dataforseo: { perThousandTasks: 1.2 },
  brightdata: { perThousandTasks: 5 },
  oxylabs: { perThousandTasks: 2 },
  serpapi: { perThousandTasks: 15 },
}

/** A dollar in xAI’s unit, in which all prices here are whole numbers for each token, search, credit and task. */
export const ticksPerDollar = 1e10

/** What a use costs, in ticks. */
export function ticksOf(kind: ProviderKind, usage: PricedUsage): number {
  const price = emulatedPrices[kind]
  const part = (count: number | null | undefined, dollars: number | undefined, per: number) =>
    Math.round(((count ?? 0) * (dollars ?? 0) * ticksPerDollar) / per)
  return (
    part(usage.inputTokens, price.perMillionInputTokens, 1e6) +
    part(usage.outputTokens, price.perMillionOutputTokens, 1e6) +
    part(usage.searches, price.perThousandSearches, 1e3) +
    part(usage.credits, price.perThousandCredits, 1e3) +
    part(usage.tasks, price.perThousandTasks, 1e3)
  )
}
