import type { ResponseOf } from '../../api/client.ts'
import { exactDollars, seconds } from '../../format/numbers.ts'

export type Estimate = ResponseOf<'estimate-test-source'>['data']
export type Tested = ResponseOf<'test-source'>['data']

/** Whether the workspace budget covers the request. False until known. */
export const isAffordable = (estimate: Estimate | undefined): boolean =>
  estimate !== undefined && (estimate.left_usd === null || (estimate.usd_at_most ?? 0) <= estimate.left_usd)

export function estimateWords(estimate: Estimate): string {
  const { usd_at_most: most, left_usd: left } = estimate
  const cost =
    most === null ? 'The cost is unknown because this provider has no price' : `Costs at most ${exactDollars(most)}`
  if (left === null) return `${cost}. No workspace budget is set.`
  if (!isAffordable(estimate))
    return `${cost}, but the workspace budget has only ${exactDollars(left)} left this month. Raise the budget or wait.`
  return `${cost}. The workspace budget has ${exactDollars(left)} left this month.`
}

export function describeOutcome({ outcome, reason, cost_usd: cost, latency_ms }: Tested): string {
  const after = `after ${seconds(latency_ms)}`
  const paid = cost === null ? 'cost unknown' : cost === 0 ? 'no cost' : `cost ${exactDollars(cost)}`
  const because = reason === null || reason === '' ? '' : `: ${reason}`
  switch (outcome) {
    case 'answered':
      return `Answered ${after}; ${paid}.`
    case 'none_shown':
      return `The engine showed no answer to this prompt, which is not a failure; ${paid}.`
    case 'unreadable':
      return `Received an invalid response ${after}${because}; ${paid}.`
    case 'failed':
      return `Failed ${after}${because}; ${paid}.`
  }
}

const searches = {
  searched: 'web search',
  not_searched: 'no web search',
  unknown: 'web search unknown',
} as const

export const factsOf = ({ outcome, model, search }: Tested): string[] =>
  outcome === 'answered' ? [...(model === null ? [] : [model]), searches[search]] : []
