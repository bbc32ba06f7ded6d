import { describe, expect, it } from 'vitest'
import { changeOf, describeInterval, describeVerdict, isReal } from './intervals.ts'

describe('describeInterval', () => {
  const figure = {
    value: 40.9,
    these_prompts: { low: 38.8, high: 43.2 },
    prompts_like_these: { low: 33.7, high: 48.4 },
    reason: null,
  }

  it('gives two ranges and the number of prompts', () => {
    expect(describeInterval('visibility_pct', figure, 111)).toBe(
      'these prompts 39 to 43, prompts like these 34 to 48; 111 prompts',
    )
    expect(describeInterval('visibility_pct', figure, 111, 'topics_like_these')).toContain('topics like these 34 to 48')
    expect(describeInterval('visibility_pct', figure, 111, 'these_topics')).toContain(
      'other prompts on these topics 34 to 48',
    )
    const rank = { ...figure, value: 2.1, these_prompts: { low: 1.95, high: 2.2 } }
    expect(describeInterval('avg_rank', rank, 111)).toContain('these prompts 1.95 to 2.20')
  })

  it('gives an upper bound if no answer mentions the brand', () => {
    const none = { ...figure, value: 0, prompts_like_these: { low: 0, high: 17.2 } }
    expect(describeInterval('visibility_pct', none, 10)).toBe('in 10 prompts; other prompts could reach 17%')
  })

  it('explains missing ranges', () => {
    const few = { ...figure, prompts_like_these: null, reason: 'few_prompts' as const }
    expect(describeInterval('visibility_pct', few, 4)).toBe(
      'these prompts 39 to 43, too few prompts (4) for an interval',
    )
    expect(describeInterval('sentiment_score', few, 9)).toContain('too few or too similar prompts with mentions')
    const unknown = { value: null, these_prompts: null, prompts_like_these: null }
    expect(describeInterval('avg_rank', { ...unknown, reason: 'not_named' }, 9)).toBe('no mentions')
    expect(describeInterval('avg_rank', { ...unknown, reason: 'being_read' }, 9)).toBe(
      'answers are still being processed',
    )
    const alike = { ...figure, these_prompts: null, reason: null }
    expect(describeInterval('avg_rank', alike, 9)).toContain('too few or too similar answers')
    const one = { ...figure, these_prompts: null, prompts_like_these: null, reason: 'one_day' as const }
    expect(describeInterval('avg_rank', one, 9)).toContain('collected on only one day')
  })
})

describe('a change', () => {
  const tested = {
    ...{ value: 54.04, previous_value: 49.96, verdict: 'up' as const },
    matched_change: { value: 6.5, low: 3.1, high: 9.9 },
  }

  it.each([
    [54.04, 49.96, 'visibility_pct', 4],
    [49.15, 44.44, 'visibility_pct', 4.8],
    [50.4, 61.6, 'sentiment_score', -12],
    [0.3, 0.1, 'avg_rank', 0.2],
    [null, 1, 'avg_rank', null],
  ] as const)('is the difference of the rounded figures', (value, previous_value, metric, is) => {
    expect(changeOf({ ...tested, value, previous_value }, metric)).toBe(is)
  })

  it('names the matched change only in its explanation', () => {
    expect(describeVerdict(tested, 'visibility_pct')).toBe(
      'From 50.0% to 54.0%: a real rise. Matched change, for the same prompts on the same engines in the same ' +
        'markets: +6.5 points, 95% confidence interval +3.1 to +9.9.',
    )
    expect(describeVerdict({ ...tested, verdict: 'down', value: 2.4, previous_value: 3.1 }, 'avg_rank')).toContain(
      'From 3.1 to 2.4: a real change to a better position. Matched change',
    )
  })

  it('is real only if a test says so, in the displayed direction', () => {
    expect(isReal(tested, 'visibility_pct')).toBe(true)
    expect(isReal({ ...tested, verdict: 'down' }, 'visibility_pct')).toBe(false)
    expect(isReal({ ...tested, verdict: 'no_detectable_change' }, 'visibility_pct')).toBe(false)
    expect(isReal({ ...tested, previous_value: 54.01 }, 'visibility_pct')).toBe(false)
    const fewer = { ...tested, value: 48 }
    expect(describeVerdict(fewer, 'visibility_pct')).toContain('the same prompts show a real rise')
  })

  it('reports "no clear change", and never "no change"', () => {
    const unclear = { ...tested, verdict: 'no_detectable_change' as const }
    expect(describeVerdict(unclear, 'visibility_pct')).toContain(': no clear change among all listed.')
    expect(describeVerdict({ ...unclear, matched_change: { value: 1, low: -1, high: 3 } }, 'visibility_pct')).toContain(
      ': no clear change. Matched',
    )
    const untested = { ...tested, verdict: 'not_comparable' as const, matched_change: null }
    expect(describeVerdict(untested, 'visibility_pct')).toBe('From 50.0% to 54.0%: too few prompts to test.')
    expect(describeVerdict({ ...untested, previous_value: null }, 'visibility_pct')).toBe(
      'The comparison period has no figure',
    )
  })
})
