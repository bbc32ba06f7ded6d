import type { ResponseOf } from '../../api/client.ts'
import { exactDollars, seconds } from '../../format/numbers.ts'

export type Estimate = ResponseOf<'estimate-test-source'>['data']
export type Tested = ResponseOf<'test-source'>['data']

/** Whether the budget of the workspace has enough left for it; not until that is known. */
export const isAffordable = (estimate: Estimate | undefined): boolean =>
  estimate !== undefined && (estimate.left_usd === null || (estimate.usd_at_most ?? 0) <= estimate.left_usd)

/** What a question costs at most, and what is left for it. */
export function estimateWords(estimate: Estimate): string {
  const { usd_at_most: most, left_usd: left } = estimate
  const cost =
    most === null
      ? 'What it costs is not known here: this provider has no price'
      : `It costs ${exactDollars(most)} at most`
  if (left === null) return `${cost}. The workspace has no budget of its own that would limit it.`
  if (!isAffordable(estimate))
    return `${cost}, and ${exactDollars(left)} of the workspace’s budget are left this month: raise it, or wait.`
  return `${cost}, and counts in the workspace’s budget: ${exactDollars(left)} are left this month.`
}

/** What came of a question, and what it cost. */
export function describeOutcome({ outcome, reason, cost_usd: cost, latency_ms }: Tested): string {
  const after = `after ${seconds(latency_ms)}`
  const paid =
    cost === null
      ? 'what it cost is not known'
      : cost === 0
        ? 'it cost nothing'
        : `it cost ${exactDollars(cost)}`
  const because = reason === null || reason === '' ? '' : `: ${reason}`
  switch (outcome) {
    case 'answered':
      return `It answered ${after}; ${paid}.`
    case 'none_shown':
      return `The engine shows no answer to this question, which is no failure; ${paid}.`
    case 'unreadable':
      return `Something came ${after} that cannot be read${because}; ${paid}.`
    case 'failed':
      return `It failed ${after}${because}; ${paid}.`
  }
}

const searches = {
  searched: 'it searched the web',
  not_searched: 'it did not search the web',
  unknown: 'whether it searched the web is not told',
} as const

/** Which model answered, and whether it searched. */
export const factsOf = ({ outcome, model, search }: Tested): string[] =>
  outcome === 'answered' ? [...(model === null ? [] : [model]), searches[search]] : []
