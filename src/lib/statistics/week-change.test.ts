import { expect, test } from 'vitest'
import { inForm } from '../../testing/forms.ts'
import { normal as normalFrom, randomFrom } from '../../testing/statistics/random.ts'
import { testWeek, weekTestDays } from './week-change.ts'

const random = randomFrom(63)
const normal = () => normalFrom(random)

function poisson(mean: number): number {
  if (mean > 100) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
  const least = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > least; product *= random()) count += 1
  return count
}

/** Counts per day around a mean, fewer on weekends. */
function makeDays({ mean, factor = 1, weekly = 0, daily = 0 }: World): number[] {
  const weeks = Array.from({ length: weekTestDays / 7 }, () => Math.exp(weekly * normal()))
  return Array.from({ length: weekTestDays }, (_, day) => {
    const ofWeek = (weeks[Math.floor(day / 7)] as number) * (day >= weekTestDays - 7 ? factor : 1)
    return poisson(mean * (day % 7 > 4 ? 0.6 : 1.16) * ofWeek * Math.exp(daily * normal()))
  })
}

interface World {
  mean: number
  /** The change in the last week. */
  factor?: number
  /** Standard deviations of the logarithms of weeks and of days. */
  weekly?: number
  daily?: number
}

const weeks = inForm(2000, 40_000)

test.each<World>([
  ...[2, 10, 1000].map((mean) => ({ mean })),
  ...[10, 1000].flatMap((mean) => [0.1, 0.2].map((weekly) => ({ mean, weekly }))),
  ...[10, 1000].map((mean) => ({ mean, daily: 0.4 })),
])('finds a change in at most 1.5% of unchanged weeks at p < 0.01: %o', (world) => {
  const found = Array.from({ length: weeks }, () => testWeek(makeDays(world))).filter(
    (tested) => (tested?.p ?? 1) < 0.01,
  )
  expect(found.length / weeks).toBeLessThanOrEqual(0.015 + inForm(0.006, 0))
})

test.each([
  { mean: 10, factor: 2 },
  { mean: 100, factor: 0.5 },
  { mean: 100, factor: 2, daily: 0.3 },
])('finds most clear changes: %o', (world) => {
  const found = Array.from({ length: 200 }, () => testWeek(makeDays(world))).filter((tested) => (tested?.p ?? 1) < 0.01)
  expect(found.length).toBeGreaterThan(140)
})

test('says nothing about few events', () => {
  const days = Array.from({ length: weekTestDays }, (_, day) => (day < 39 || day >= weekTestDays - 7 ? 1 : 0))
  expect(testWeek(days)).toBeUndefined()
  expect(testWeek(days.with(39, 1))).toMatchObject({ before: 5, after: 7 })
})
