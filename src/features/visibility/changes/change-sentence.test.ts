import { expect, it } from 'vitest'
import { causeOf, headlineOf } from './change-sentence.ts'
import type { EntityChange, Verdict } from './read-changes.ts'

const headline = (verdict: Verdict, values: [number, number], [low, value, high]: [number, number, number]) =>
  headlineOf(
    {
      entity: { isOurBrand: true, name: 'Zuvari' },
      segment: { name: null },
      ...{ ranks: [2, 1], ranked: 9 },
      figures: { visibility_pct: { values, verdict, matched: { value, interval: { low, high } } } },
    } as unknown as EntityChange,
    null,
  )

const same = 'the same prompts on the same engines in the same markets'

it('claims no more than the matched change shows', () => {
  expect(headline('up', [49.9, 57.1], [3, 6.5, 10])).toBe(
    'Visibility is up 7.2 points to 57.1%, and you are now #1 of 9.',
  )
  expect(headline('up', [37, 57], [1, 2, 3])).toBe(`Visibility is 57.0%, after 37.0%; for ${same} it is up 2.0 points.`)
  expect(headline('no_detectable_change', [44.4, 49.2], [-2, 5.5, 13])).toBe(
    'Visibility is 49.2%: no clear change from 44.4%.',
  )
  expect(headline('no_detectable_change', [83.3, 41.7], [-3, 0, 3])).toBe(
    `Visibility is 41.7%, after 83.3%: no clear change for ${same}.`,
  )
})

it('names the other figures that changed if visibility has no clear change, and claims no more than their tests', () => {
  const figure = (verdict: Verdict, values: [number, number], [low, value, high]: [number, number, number]) => ({
    values,
    verdict,
    matched: { value, interval: { low, high } },
  })
  const causeWith = (others: object, isOurBrand = true) =>
    causeOf(
      {
        ...{ entity: { isOurBrand, name: 'Zuvari' }, segment: { name: null } },
        figures: {
          visibility_pct: figure('no_detectable_change', [54.6, 63.3], [-2, 5, 12]),
          market_share_pct: figure('no_detectable_change', [20, 21], [-1, 1, 3]),
          sentiment_score: figure('no_detectable_change', [60, 61], [-1, 1, 3]),
          avg_rank: figure('no_detectable_change', [2.3, 2.3], [-1, 0, 1]),
          ...others,
        },
      } as unknown as EntityChange,
      [],
    )
  expect(causeWith({})).toBeNull()
  const others = {
    market_share_pct: figure('up', [17.5, 20.7], [1, 3, 5]),
    sentiment_score: figure('down', [66, 65], [-2, -1, -0.2]),
    avg_rank: figure('down', [2.5, 2.1], [-0.6, -0.4, -0.2]),
  }
  expect(causeWith(others)).toBe(
    'Share of voice is up 3.2 points to 20.7%. Sentiment is down 1.0 point to 65.0. Average position is better by 0.40: 2.10.',
  )
  expect(causeWith({ market_share_pct: others.market_share_pct }, false)).toBe(
    'Its share of voice is up 3.2 points to 20.7%.',
  )
  // Most of the shown change comes from other prompts, or it has the other direction.
  expect(causeWith({ market_share_pct: figure('up', [10, 20.7], [1, 3, 5]) })).toBeNull()
  expect(causeWith({ market_share_pct: figure('up', [21, 20.7], [1, 3, 5]) })).toBeNull()
  expect(causeWith({ avg_rank: figure('up', [2.04, 2.06], [0.01, 0.02, 0.03]) })).toBe(
    'Average position is worse by 0.02: 2.06.',
  )
  expect(causeWith({ avg_rank: figure('up', [2.1, 2.3], [0.02, 0.04, 0.06]) })).toBeNull()
})
