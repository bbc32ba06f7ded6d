import { describe, expect, it } from 'vitest'
import { certaintyWords, verdictWords } from './certainty.ts'

describe('how sure a figure is', () => {
  const sure = {
    value: 40.9,
    these_prompts: { low: 38.8, high: 43.2 },
    prompts_like_these: { low: 33.7, high: 48.4 },
    reason: null,
  }

  it('is two ranges, and how many prompts they stand on', () => {
    expect(certaintyWords('visibility_pct', sure, 111)).toBe(
      'these prompts 39 to 43, prompts like these 34 to 48; 111 prompts',
    )
    expect(certaintyWords('visibility_pct', sure, 111, 'topic')).toContain('topics like these 34 to 48')
    const rank = { ...sure, value: 2.1, these_prompts: { low: 1.95, high: 2.2 } }
    expect(certaintyWords('avg_rank', rank, 111)).toContain('these prompts 1.95 to 2.20')
  })

  it('says what is possible where nobody was named', () => {
    const none = { ...sure, value: 0, prompts_like_these: { low: 0, high: 17.2 } }
    expect(certaintyWords('visibility_pct', none, 10)).toBe(
      'in 10 prompts: with others up to 17 % is possible',
    )
  })

  it('says why it is not known', () => {
    const few = { ...sure, prompts_like_these: null, reason: 'few_prompts' as const }
    expect(certaintyWords('visibility_pct', few, 4)).toBe(
      'these prompts 39 to 43, too few prompts (4) to speak of others',
    )
    expect(certaintyWords('sentiment_score', few, 9)).toContain('too few prompts that name it')
    const unknown = { value: null, these_prompts: null, prompts_like_these: null }
    expect(certaintyWords('avg_rank', { ...unknown, reason: 'not_named' }, 9)).toBe('nothing to count')
    expect(certaintyWords('avg_rank', { ...unknown, reason: 'being_read' }, 9)).toBe(
      'answers are being read for it',
    )
    const alike = { ...sure, these_prompts: null, reason: null }
    expect(certaintyWords('avg_rank', alike, 9)).toContain('too alike, to tell of other days')
    const one = { ...sure, these_prompts: null, prompts_like_these: null, reason: 'one_day' as const }
    expect(certaintyWords('avg_rank', one, 9)).toContain('asked on one day alone')
  })
})

describe('what a change comes to', () => {
  const matched_change = { value: 1.2, low: -1.4, high: 3.8 }

  it('is never said to be none', () => {
    expect(verdictWords({ verdict: 'no_detectable_change', change: 1, matched_change })).toBe(
      'No detectable change (+1.2, within ±2.6)',
    )
    const one = { value: 3.1, low: 0.5, high: 5.7 }
    expect(verdictWords({ verdict: 'no_detectable_change', change: 3, matched_change: one })).toBe(
      'No detectable change among all that is listed (+3.1, +0.5 to +5.7)',
    )
    expect(verdictWords({ verdict: 'not_comparable', change: 3, matched_change: null })).toBe(
      'Too few prompts to compare',
    )
    expect(verdictWords({ verdict: 'not_comparable', change: null, matched_change: null })).toBe(
      'Nothing before to compare with',
    )
  })

  it('is beyond chance with the range of it', () => {
    const fall = { value: -4.2, low: -6.5, high: -1.9 }
    expect(verdictWords({ verdict: 'down', change: -4, matched_change: fall })).toBe(
      'A fall beyond chance (−4.2 points, −6.5 to −1.9)',
    )
  })
})
