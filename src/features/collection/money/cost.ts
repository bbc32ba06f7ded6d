import { costOf, type PricedUsage } from '../../../lib/providers/prices.ts'
import type { Protocol, Question } from '../../../lib/providers/protocol.ts'
import type { ProviderAnswer } from '../../../lib/providers/provider-answer.ts'
import type { ProviderKind } from '../../../lib/providers/provider-kinds.ts'
import type { Source } from '../../sources/index.ts'
import { toNanos } from './money.ts'

/** Maximum cost of one attempt, in billionths of a US dollar. Null without a known price. */
export function maxCost(protocol: Protocol, source: Source, question: Question): number | null {
  return priced(protocol, source, question, protocol.maxUsage(question))
}

/**
 * Cost of an answer: the provider's charge if reported, else its usage at the source's own or list prices.
 * Null if unknown.
 * @param tasks number of tasks that the vendor charges for
 */
export function costOfAnswer(
  protocol: Protocol,
  source: Source,
  question: Question,
  answer: ProviderAnswer,
  tasks = 1,
): number | null {
  if (answer.costUsd !== null) return toNanos(answer.costUsd)
  return priced(protocol, source, question, { ...answer.usage, tasks })
}

function priced(
  protocol: Protocol,
  { kind, price }: Source,
  question: Question,
  usage: PricedUsage,
): number | null {
  const usd = costOf(kind as ProviderKind, protocol.pricedAs(question), usage, price)
  return usd === null ? null : toNanos(usd)
}
