import { type ListPrice, listPricesOf } from './prices.ts'
import type { Protocol, Question } from './protocol.ts'
import type { PricedUsage } from './provider-answer.ts'
import type { ProviderKind } from './providers.ts'

/** Usage of an ordinary answer of a model without its own: one search, as most recorded answers. */
const ordinary = { input_tokens: 10_000, output_tokens: 1200, searches: 1 }

/** Usage of an ordinary answer, shipped with the prices; never above the bounds of the request. */
export function typicalUsage(
  kind: ProviderKind,
  protocol: Protocol,
  question: Question,
  newer?: readonly ListPrice[],
): PricedUsage {
  const max = protocol.maxUsage(question)
  if (typeof max.outputTokens !== 'number') return max
  const listed = listPricesOf(kind, protocol.pricedAs(question), newer).find(({ typical }) => typical !== undefined)
  const { input_tokens, output_tokens, searches } = listed?.typical ?? ordinary
  const atMost = (count: number, most: number | null | undefined) => Math.min(count, most ?? count)
  return {
    inputTokens: atMost(input_tokens, max.inputTokens),
    outputTokens: atMost(output_tokens, max.outputTokens),
    searches: atMost(searches, max.searches),
  }
}
