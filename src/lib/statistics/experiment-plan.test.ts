import { describe, expect, it } from 'vitest'
import {
  drawExperiment,
  type ExperimentWorld,
  quietWorld,
  tryExperiments,
} from '../../testing/statistics/experiment-worlds.ts'
import { normal, randomFrom } from '../../testing/statistics/random.ts'
import { detectableEffect, powerOf, readPast } from './experiment-plan.ts'
import { poolEffects } from './experiment-pool.ts'

/** Variances as published for collected answers. */
const usualPast = (share: number, answersPerDay: number) => ({
  ...{ share, answersPerDay },
  noise: 0.58 * share * (1 - share),
  spread: 0.04 * share * (1 - share),
})
const usual = { baselineDays: 28, days: 28, effect: 0.1, past: usualPast(0.3, 3), level: 0.05 }

it.each([
  [5, 40, 35],
  [10, 40, 14],
  [20, 40, 9.5],
  [60, 140, 5],
  [200, 140, 3.5],
])('%i treated prompts and %i controls find %d points in four of five cases', (treated, controls, points) => {
  const found = (detectableEffect({ ...usual, treated, controls }) ?? 0) / 10
  expect(Math.abs(found - points)).toBeLessThanOrEqual(0.05 * points)
})

it('five treated prompts find less if their effects differ', () => {
  const found = detectableEffect({ ...usual, treated: 5, controls: 40, variation: 0 }) ?? 0
  expect(Math.abs(found / 10 - 19)).toBeLessThan(1)
})

describe('plans from the past', () => {
  const plans: [string, Partial<ExperimentWorld>][] = [
    ['prompts and runs differ', { effect: 10 }],
    ['engines swing', { engineShock: 0.3, treated: 20, effect: 8 }],
    ['prompts swing', { promptShock: 0.5, treated: 20, effect: 10 }],
    ['prompts drift', { drift: 0.3, effect: 12 }],
  ]
  it.each(plans)('promise the power that is found if %s', (_, settings) => {
    const world = { ...quietWorld, engines: 2, ...settings }
    const random = randomFrom(41)
    const drawn = drawExperiment({ ...world, past: 84, effect: 0 }, random)
    const past = readPast(drawn, { from: 0, to: 84 }, [28, 28])
    if (past === undefined) throw new Error('no past')
    const [treated, controls] = [world.treated, world.controls]
    const promised = powerOf({ ...usual, treated, controls, effect: world.effect / 100, past })
    // 150 experiments have an error of up to 0.04.
    expect(Math.abs(tryExperiments(world, 150, random).clear - promised)).toBeLessThan(0.15)
  })
})

describe('pooled effects', () => {
  it('are their mean with an interval that grows with their differences, from three on', () => {
    const of = (...values: number[]) => poolEffects(values.map((value) => ({ value, variance: 4 })))
    expect(of(5, 6)).toBeUndefined()
    const [alike, apart] = [of(5, 6, 7), of(-4, 6, 16)]
    expect(alike?.value).toBeCloseTo(6)
    // The t of two degrees of freedom times the square root of 4/3.
    expect((alike?.high ?? 0) - 6).toBeCloseTo(4.303 * Math.sqrt(4 / 3), 2)
    expect((apart?.high ?? 0) - 6).toBeCloseTo(4.303 * Math.sqrt(100 / 3), 1)
  })

  it('hold the true mean in 95% of cases if effects differ', () => {
    const random = randomFrom(61)
    let held = 0
    for (let time = 0; time < 2000; time++) {
      const pooled = poolEffects(
        Array.from({ length: 5 }, (_, index) => {
          const variance = 2 + index
          return { value: 3 * normal(random) + Math.sqrt(variance) * normal(random), variance }
        }),
      )
      if (pooled !== undefined && pooled.low <= 0 && pooled.high >= 0) held++
    }
    expect(held / 2000).toBeGreaterThan(0.935)
  })
})
