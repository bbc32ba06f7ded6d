import { expect, it } from 'vitest'
import { headlineOf } from './change-sentence.ts'
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
