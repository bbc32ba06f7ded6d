import { expect, it } from 'vitest'
import { leadOf } from './ranking.tsx'

type Rows = Parameters<typeof leadOf>[0]['data']
const titleOf = (own: number | null, rival: number | null) => {
  const rows = [
    { name: 'Bolmex', is_our_brand: false, visibility_pct: rival },
    { name: 'Zuvari', is_our_brand: true, visibility_pct: own },
  ]
  return leadOf({ data: rows as unknown as Rows })
}

it.each([
  [62.5, 50, 'You lead by 12.5 points'],
  [50, 62.54, 'Bolmex leads by 12.5 points'],
  [100, 100, 'You and Bolmex are tied'],
  [33.33, 33.31, 'You and Bolmex are tied'],
  [0, 0, 'Ranking'],
  [null, null, 'Ranking'],
])('with %s%% against %s%%, the ranking says “%s”', (own, rival, title) => {
  expect(titleOf(own, rival)).toBe(title)
})
