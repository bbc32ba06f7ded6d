import { describe, expect, it } from 'vitest'
import { describeOutcome, estimateWords, isAffordable } from './test-words.ts'

describe('what a test question costs', () => {
  const engine = 'chatgpt'

  it('is said before, with what is left for it', () => {
    const estimate = { engine, usd_at_most: 0.0123, left_usd: 5 }
    expect(isAffordable(estimate)).toBe(true)
    expect(estimateWords(estimate)).toBe(
      'It costs $0.0123 at most, and counts in the workspace’s budget: $5.00 are left this month.',
    )
  })

  it('is said where the budget does not hold it', () => {
    const estimate = { engine, usd_at_most: 0.5, left_usd: 0.25 }
    expect(isAffordable(estimate)).toBe(false)
    expect(estimateWords(estimate)).toContain('$0.25 of the workspace’s budget are left this month: raise it')
  })

  it('is not guessed where nothing is known of it', () => {
    expect(isAffordable(undefined)).toBe(false)
    const unpriced = { engine, usd_at_most: null, left_usd: null }
    expect(isAffordable(unpriced)).toBe(true)
    expect(estimateWords(unpriced)).toBe(
      'What it costs is not known here: this provider has no price. The workspace has no budget of its own that would limit it.',
    )
  })
})

describe('what came of a test question', () => {
  const none = { reason: null, answer: null, citations: [], model: null, search: 'unknown' as const }

  it.each([
    [{ outcome: 'answered', cost_usd: 0.02, latency_ms: 2400 }, 'It answered after 2.4 s; it cost $0.02.'],
    [
      { outcome: 'none_shown', cost_usd: null, latency_ms: 90 },
      'which is no failure; what it cost is not known.',
    ],
    [
      { outcome: 'failed', reason: 'the key was refused', cost_usd: 0, latency_ms: 400 },
      'It failed after 0.4 s: the key was refused; it cost nothing.',
    ],
    [
      { outcome: 'unreadable', reason: 'no text', cost_usd: 1, latency_ms: 400 },
      'cannot be read: no text; it cost $1.00.',
    ],
  ] as const)('is said in words: %o', (tested, words) => {
    expect(describeOutcome({ ...none, ...tested })).toContain(words)
  })
})
