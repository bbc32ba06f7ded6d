import { sql } from 'kysely'
import { costOf, isPricedAs, type ListPrice, type Prices, pricesOf } from '../../../lib/providers/prices.ts'
import type { Protocol, Question } from '../../../lib/providers/protocol.ts'
import type { PricedUsage, ProviderAnswer } from '../../../lib/providers/provider-answer.ts'
import { type ProviderKind, providerOf } from '../../../lib/providers/providers.ts'
import { typicalUsage } from '../../../lib/providers/typical-usage.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import type { Source } from '../../sources/index.ts'
import { toNanos } from './money.ts'

/** A reported charge above this multiple of the maximum is booked at this multiple: it is an error. */
const maxOvercharge = 10
/** Minimum answers of a source for a measured cost, and their maximum age. */
export const enoughAnswers = 20
const measuredDays = 30

/** Maximum cost of one attempt, in billionths of a US dollar. Null without a known price. */
export function maxCost(protocol: Protocol, source: Source, question: Question): number | null {
  return priced(protocol, source, question, protocol.maxUsage(question))
}

/** Cost of an ordinary answer by the usage shipped with the prices. Null without a known price. */
export function shippedCost(protocol: Protocol, source: Source, question: Question): number | null {
  return priced(protocol, source, question, typicalUsage(source.kind, protocol, question, source.listed_prices))
}

/** The cost of an answer in billionths of a US dollar. */
export interface AnswerCost {
  cost: number
  /** The same with usage at the bounds of the request at most, and without absurd charges. */
  bounded: number
}

/**
 * Cost of an answer: the provider's charge if reported, else its usage at the prices of the model that served
 * it, as set on the source or listed. Null if unknown.
 * @param tasks number of tasks that the vendor charges for
 */
export function costOfAnswer(
  protocol: Protocol,
  source: Source,
  question: Question,
  answer: ProviderAnswer,
  tasks = 1,
): AnswerCost | null {
  const max = protocol.maxUsage(question)
  if (answer.costUsd !== null) {
    const cost = toNanos(answer.costUsd)
    const most = maxOvercharge * (priced(protocol, source, question, max) ?? cost)
    return { cost, bounded: Math.min(cost, most) }
  }
  const usage = { ...answer.usage, tasks }
  const cost = priced(protocol, source, question, usage, answer.model)
  const bounded = priced(protocol, source, question, withinBounds(usage, max), answer.model)
  return cost === null || bounded === null ? null : { cost, bounded }
}

function withinBounds(usage: PricedUsage, max: PricedUsage): PricedUsage {
  const parts = Object.entries(usage).map(([part, count]) => {
    const most = max[part as keyof PricedUsage]
    return [part, typeof count === 'number' && typeof most === 'number' ? Math.min(count, most) : count]
  })
  return Object.fromEntries(parts) as PricedUsage
}

function priced(
  protocol: Protocol,
  { kind, price, listed_prices: newer }: Source,
  question: Question,
  usage: PricedUsage,
  served = '',
): number | null {
  const asked = protocol.pricedAs(question)
  const other = asked === question.model ? otherPrices(kind, asked, served, newer) : undefined
  const usd = costOf(kind, other === undefined ? asked : served, usage, other ?? price, newer)
  return usd === null ? null : toNanos(usd)
}

/** The list prices of a served model that is not the asked one; undefined if it is, or has none. */
function otherPrices(
  kind: ProviderKind,
  asked: string,
  served: string,
  newer: readonly ListPrice[],
): Prices | undefined {
  if (served === '' || isPricedAs(asked, served)) return undefined
  const prices = pricesOf(kind, served, newer)
  return prices.per_million_output_tokens === undefined ? undefined : prices
}

/** Measured costs per answer of a source on an engine, in billionths of a US dollar. */
export interface MeasuredCosts {
  mean: number
  low: number
  high: number
}

/** The costs of the last 30 days: the mean, and the 10th and 90th percentile. Undefined below 20 answers. */
export async function measuredCosts(
  db: PostgresLike,
  sourceId: string,
  engine: string,
  at: Date,
): Promise<MeasuredCosts | undefined> {
  const since = new Date(at.getTime() - measuredDays * 86_400_000)
  const { rows } = await sql<MeasuredCosts & { answers: number }>`
    select count(*)::int as answers, coalesce(avg(cost_nanos), 0)::bigint as mean,
      coalesce(percentile_disc(0.1) within group (order by cost_nanos), 0)::bigint as low,
      coalesce(percentile_disc(0.9) within group (order by cost_nanos), 0)::bigint as high
    from collection_slots
    where source_id = ${sourceId} and engine = ${engine} and received_at >= ${since}`.execute(db)
  const [{ answers = 0, ...costs } = { mean: 0, low: 0, high: 0 }] = rows
  return answers >= enoughAnswers ? costs : undefined
}

/**
 * The cost to assume for a request whose outcome is unknown: high among the measured costs of the source, so
 * that the sum over lost requests covers what the provider charges. At most the reservation.
 */
export async function assumedCost(
  db: PostgresLike,
  source: Source,
  question: Question,
  reserved: number,
  at: Date,
): Promise<number> {
  const measured = await measuredCosts(db, source.id, question.engine, at)
  const cost = measured?.high ?? shippedCost(providerOf(source.kind).protocol, source, question) ?? reserved
  return Math.min(cost, reserved)
}
