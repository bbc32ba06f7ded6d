import { z } from 'zod'
import pricesJson from './prices.json' with { type: 'json' }
import type { ProviderUsage } from './provider-answer.ts'
import { type ProviderKind, providerKinds } from './provider-kinds.ts'

const usDollars = z.number().nonnegative().optional()
export const priceFields = {
  per_million_input_tokens: usDollars,
  per_million_output_tokens: usDollars,
  per_thousand_searches: usDollars,
  per_thousand_tasks: usDollars,
  per_thousand_credits: usDollars,
  /** What a task takes, where a vendor charges in credits; no dollars. */
  credits_per_task: usDollars,
}

const listPriceSchema = z.strictObject({
  kind: z.enum(providerKinds),
  /** A model, a vendor's task, or the beginning of several with `*` at the end. */
  model: z.string().min(1),
  ...priceFields,
  date: z.iso.date(),
  source: z.string().min(1),
  note: z.string().optional(),
})

/** A price as a provider lists it, in US dollars, of a day and from a source. */
export type ListPrice = z.infer<typeof listPriceSchema>

/** What somebody pays, in US dollars; what is not named is as listed. */
export type Prices = z.infer<z.ZodObject<typeof priceFields>>

export const listPrices: readonly ListPrice[] = z.array(listPriceSchema).parse(pricesJson)

const names = Object.keys(priceFields) as (keyof Prices)[]

/** What is used, as answers tell it; a task is one question to a vendor. */
export type PricedUsage = Partial<ProviderUsage> & { tasks?: number }

/**
 * What each part of an answer costs: the price of the model itself before that of its family and of the provider. A price
 * is one of a model with its date (`gpt-5-2025-08-07`) too, but not of another one that begins alike (`gpt-5-mini`).
 */
export function pricesOf(kind: ProviderKind, model: string): Prices {
  const fitting = listPricesOf(kind, model)
  const found = names.map((name) => [name, fitting.find((price) => price[name] !== undefined)?.[name]])
  return Object.fromEntries(found.filter(([, price]) => price !== undefined)) as Prices
}

/** The listed prices that hold for a model or a vendor's task, the most special first. */
export const listPricesOf = (kind: ProviderKind, model: string): ListPrice[] =>
  listPrices
    .filter((price) => price.kind === kind && isOfModel(price.model, model))
    .sort((a, b) => b.model.length - a.model.length)

function isOfModel(pattern: string, model: string): boolean {
  if (pattern.endsWith('*')) return model.startsWith(pattern.slice(0, -1))
  return model.startsWith(pattern) && /^(?:-\d{4}-?\d{2}-?\d{2}|-latest)?$/.test(model.slice(pattern.length))
}

/**
 * What an answer costs by the list, in US dollars. What the provider says that it charged stands above it.
 * @param model of a vendor the task: Cloro's task type, `ai_mode/live` of DataForSEO, the engine of Bright Data
 * @returns null where a part that was used has no known price, or what was used is not known
 */
export function costOf(
  kind: ProviderKind,
  model: string,
  usage: PricedUsage,
  overrides: Prices = {},
): number | null {
  const prices = { ...pricesOf(kind, model), ...overrides }
  if (isByToken(usage) && [usage.inputTokens, usage.outputTokens, usage.searches].includes(null)) return null
  const isByCredit = prices.per_thousand_credits !== undefined
  const credits = usage.credits ?? (isByCredit ? multiplied(usage.tasks, prices.credits_per_task) : undefined)
  const tasks =
    prices.per_thousand_tasks === undefined && (isByCredit || isByToken(usage)) ? undefined : usage.tasks
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

/** Undefined where nothing is known to have been used, null where that has no price. */
function partOf(
  count: number | null | undefined,
  price: number | undefined,
  per: number,
): number | null | undefined {
  if (count === null || count === undefined) return undefined
  if (count === 0) return 0
  return price === undefined ? null : (count * price) / per
}
