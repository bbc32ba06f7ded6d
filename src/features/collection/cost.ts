import { costOf, type PricedUsage } from '../../lib/providers/prices.ts'
import type { Protocol, Question } from '../../lib/providers/protocol.ts'
import type { ProviderAnswer } from '../../lib/providers/provider-answer.ts'
import type { ProviderKind } from '../../lib/providers/provider-kinds.ts'
import type { Source } from '../sources/index.ts'
import { toNanos } from './money.ts'

/** The most that one attempt at a question can cost, in billionths of a US dollar; null where no price is known. */
export function maxCost(protocol: Protocol, source: Source, question: Question): number | null {
  return priced(protocol, source, question, protocol.maxUsage(question))
}

/**
 * What an answer has cost: what the provider says that it charged, else what it says that it used, by the list or the
 * source’s own prices. Null where neither is known.
 * @param tasks how many questions a vendor charges for
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
