import { describe, expect, test } from 'vitest'
import { tryChoices } from '../../testing/statistics/chosen-prompts.ts'
import { type ExperimentWorld, quietWorld, tryExperiments, worlds } from '../../testing/statistics/experiment-worlds.ts'
import { randomFrom } from '../../testing/statistics/random.ts'

const sizes: Partial<ExperimentWorld>[] = [
  { treated: 5, controls: 10, baseline: 14, after: 14, engines: 2 },
  { treated: 20, controls: 40, baseline: 14, engines: 2, runs: 2 },
  { treated: 60, controls: 140, engines: 1 },
]

describe('in 15 worlds without an effect', () => {
  const found: number[] = []

  test.each(Object.entries(worlds))('intervals hold 0: %s', (_, world) => {
    const random = randomFrom(38)
    for (const size of sizes) {
      const { covered } = tryExperiments({ ...quietWorld, ...size, ...world }, 200, random)
      // 200 experiments have an error of 0.015 at 0.95.
      expect(covered).toBeGreaterThan(0.9)
      found.push(covered)
    }
  })

  test('at most 5% of verdicts are false on average', () => {
    expect(found.length).toBe(45)
    expect(found.reduce((sum, covered) => sum + covered, 0) / found.length).toBeGreaterThanOrEqual(0.95)
  })

  test.each(['1 prompts and runs only', '4 shocks per prompt', '6 2 to 5 together'])(
    'a look every day finds at most 5% false verdicts: %s',
    (world) => {
      const tried = { ...quietWorld, engines: 1, treated: 20, ...worlds[world], past: 168, isWatched: true }
      // 200 experiments have an error of 0.015.
      expect(tryExperiments(tried, 200, randomFrom(31)).daily).toBeLessThan(0.08)
    },
  )
})

describe('prompts that are chosen because they are low', () => {
  test('rise anyway against all others if the baseline is what they were chosen by', () => {
    const { points, clear } = tryChoices('all', 150, randomFrom(51))
    expect(points).toBeGreaterThan(4)
    expect(clear).toBeGreaterThan(0.4)
  })

  test.each(['fresh', 'before', 'draw'] as const)('do not with the baseline or draw: %s', (choose) => {
    const { points, clear } = tryChoices(choose, 150, randomFrom(51))
    expect(Math.abs(points)).toBeLessThan(1.5)
    expect(clear).toBeLessThan(0.12)
  })
})
