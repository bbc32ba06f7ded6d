import { z } from 'zod'
import type { PricedUsage } from './provider-answer.ts'
import { type ProviderKind, providers } from './providers.ts'

const usDollars = z.number().nonnegative().optional()
export const priceFields = {
  per_million_input_tokens: usDollars,
  per_million_output_tokens: usDollars,
  per_thousand_searches: usDollars,
  per_thousand_tasks: usDollars,
  per_thousand_credits: usDollars,
  /** The number of credits per task, if a vendor charges in credits; not dollars. */
  credits_per_task: usDollars,
}

export const listPriceSchema = z.strictObject({
  /** A model, a vendor's task, or a prefix followed by `*`. */
  model: z.string().min(1),
  ...priceFields,
  /** Usage of an ordinary answer of the model. */
  typical: z.strictObject({ input_tokens: z.int(), output_tokens: z.int(), searches: z.number() }).optional(),
  /** Whether to suggest this model for new sources. */
  is_default: z.boolean().optional(),
  date: z.iso.date(),
  source: z.string().min(1),
  note: z.string().optional(),
})

/** A provider's list price in US dollars, with its date and source. */
export type ListPrice = z.infer<typeof listPriceSchema> & { kind: ProviderKind }

/** The operator's own prices in US dollars. Omitted prices default to the list price. */
export type Prices = z.infer<z.ZodObject<typeof priceFields>>

export const listPrices: readonly ListPrice[] = providers.flatMap(({ kind, prices }) =>
  prices.map((price) => ({ kind, ...listPriceSchema.parse(price) })),
)

const names = Object.keys(priceFields) as (keyof Prices)[]

/**
 * The price of each part of an answer. A model's price overrides those of its family and provider. It also
 * applies to the dated model (`gpt-5-2025-08-07`), but not to others with the same prefix (`gpt-5-mini`).
 */
export function pricesOf(kind: ProviderKind, model: string, newer?: readonly ListPrice[]): Prices {
  const fitting = listPricesOf(kind, model, newer)
  const found = names.map((name) => [name, fitting.find((price) => price[name] !== undefined)?.[name]])
  return Object.fromEntries(found.filter(([, price]) => price !== undefined)) as Prices
}

/** The prices of a list price, without its other facts. */
export const pricesIn = (listed: ListPrice): Record<string, number> =>
  Object.fromEntries(names.flatMap((name) => (listed[name] === undefined ? [] : [[name, listed[name]]])))

/**
 * The list prices that apply to a model or a vendor's task, the most specific first.
 * @param newer the operator's, which precede the shipped ones
 */
export const listPricesOf = (kind: ProviderKind, model: string, newer: readonly ListPrice[] = []): ListPrice[] =>
  [...newer, ...listPrices]
    .filter((price) => price.kind === kind && isOfModel(price.model, model))
    .sort((a, b) => b.model.length - a.model.length)

function isOfModel(pattern: string, named: string): boolean {
  // Google lists its models below this path.
  const model = named.replace(/^models\//, '')
  if (pattern.endsWith('*')) return model.startsWith(pattern.slice(0, -1))
  return model.startsWith(pattern) && /^(?:-\d{4}-?\d{2}-?\d{2}|-latest)?$/.test(model.slice(pattern.length))
}

/** Whether a served model is the asked one or a dated version of it. */
export const isPricedAs = (asked: string, served: string) => isOfModel(asked.replace(/^models\//, ''), served)

/**
 * The list price of an answer in US dollars. The charge reported by the provider takes precedence.
 * @param model for vendors the task: Cloro's type, `ai_mode/live` of DataForSEO, Bright Data's engine
 * @returns null if a used part has no known price, or the usage is unknown
 */
export function costOf(
  kind: ProviderKind,
  model: string,
  usage: PricedUsage,
  overrides: Prices = {},
  newer?: readonly ListPrice[],
): number | null {
  const prices = { ...pricesOf(kind, model, newer), ...overrides }
  // A part without a charge need not be known.
  const isUnknown = (count: number | null | undefined, price: number | undefined) => count === null && price !== 0
  const { per_million_input_tokens, per_million_output_tokens, per_thousand_searches } = prices
  const unknown =
    isUnknown(usage.inputTokens, per_million_input_tokens) ||
    isUnknown(usage.outputTokens, per_million_output_tokens) ||
    isUnknown(usage.searches, per_thousand_searches)
  if (isByToken(usage) && unknown) return null
  const isByCredit = prices.per_thousand_credits !== undefined
  const credits = usage.credits ?? (isByCredit ? multiplied(usage.tasks, prices.credits_per_task) : undefined)
  const tasks = prices.per_thousand_tasks === undefined && (isByCredit || isByToken(usage)) ? undefined : usage.tasks
  const parts = [
    partOf(usage.inputTokens, prices.per_million_input_tokens, 1_000_000),
    partOf(usage.outputTokens, prices.per_million_output_tokens, 1_000_000),
    partOf(usage.searches, prices.per_thousand_searches, 1000),
    partOf(credits, prices.per_thousand_credits, 1000),
    partOf(tasks, prices.per_thousand_tasks, 1000),
  ].filter((part) => part !== undefined)
  if (parts.length === 0 || parts.includes(null)) return null
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

const isByToken = ({ inputTokens, outputTokens }: PricedUsage) =>
  (inputTokens ?? undefined) !== undefined || (outputTokens ?? undefined) !== undefined

const multiplied = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : a * b

/** Undefined if no usage is known; null if it has no price. */
function partOf(count: number | null | undefined, price: number | undefined, per: number): number | null | undefined {
  if (count === null || count === undefined) return undefined
  if (count === 0) return 0
  return price === undefined ? null : (count * price) / per
}
