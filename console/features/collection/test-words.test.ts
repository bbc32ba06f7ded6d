import { describe, expect, it } from 'vitest'
import { describeOutcome, estimateWords, isAffordable } from './test-words.ts'

describe('estimateWords', () => {
  const engine = 'chatgpt'

  it('gives the maximum cost and the budget left', () => {
    const estimate = { engine, usd_typical: null, usd_at_most: 0.0123, left_usd: 5 }
    expect(isAffordable(estimate)).toBe(true)
    expect(estimateWords(estimate)).toBe('Costs at most $0.0123. The workspace budget has $5.00 left this month.')
  })

  it('says if the budget is not enough', () => {
    const estimate = { engine, usd_typical: null, usd_at_most: 0.5, left_usd: 0.25 }
    expect(isAffordable(estimate)).toBe(false)
    expect(estimateWords(estimate)).toContain('the workspace budget has only $0.25 left this month. Raise')
  })

  it('does not guess an unknown cost', () => {
    expect(isAffordable(undefined)).toBe(false)
    const unpriced = { engine, usd_typical: null, usd_at_most: null, left_usd: null }
    expect(isAffordable(unpriced)).toBe(true)
    expect(estimateWords(unpriced)).toBe(
      `The cost is unknown because this provider has no price. No workspace budget is set.`,
    )
  })
})

describe('describeOutcome', () => {
  const none = { reason: null, answer: null, citations: [], model: null, search: 'unknown' as const }

  it.each([
    [{ outcome: 'answered', cost_usd: 0.02, latency_ms: 2400 }, 'Answered after 2.4 s; cost $0.02.'],
    [{ outcome: 'none_shown', cost_usd: null, latency_ms: 90 }, 'which is not a failure; cost unknown.'],
    [
      { outcome: 'failed', reason: 'the key was refused', cost_usd: 0, latency_ms: 400 },
      'Failed after 0.4 s: the key was refused; no cost.',
    ],
    [
      { outcome: 'unreadable', reason: 'no text', cost_usd: 1, latency_ms: 400 },
      'invalid response after 0.4 s: no text; cost $1.00.',
    ],
  ] as const)('describes %o', (tested, words) => {
    expect(describeOutcome({ ...none, ...tested })).toContain(words)
  })
})
