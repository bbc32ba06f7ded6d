import { describe, expect } from 'vitest'
import { longTest } from '../../testing/forms.ts'
import {
  drawExperiment,
  type ExperimentWorld,
  quietWorld,
  tryExperiments,
  worlds,
} from '../../testing/statistics/experiment-worlds.ts'
import { randomFrom } from '../../testing/statistics/random.ts'
import { tOf } from './distributions.ts'
import { type ExperimentPrompt, estimateEffect } from './experiment.ts'

const sizes: Partial<ExperimentWorld>[] = [
  { treated: 5, controls: 10, baseline: 14, after: 14, engines: 2 },
  { treated: 20, controls: 40, baseline: 14, engines: 2, runs: 2 },
  { treated: 60, controls: 140, engines: 1 },
]

describe('in 15 worlds without an effect', () => {
  const found: number[] = []

  longTest.each(Object.entries(worlds))('intervals hold 0: %s', (_, world) => {
    const random = randomFrom(38)
    for (const size of sizes) {
      const { covered } = tryExperiments({ ...quietWorld, ...size, ...world }, 200, random)
      // 200 experiments have an error of 0.015 at 0.95.
      expect(covered).toBeGreaterThan(0.9)
      found.push(covered)
    }
  })

  longTest('at most 5% of verdicts are false on average', () => {
    expect(found.length).toBe(45)
    expect(found.reduce((sum, covered) => sum + covered, 0) / found.length).toBeGreaterThanOrEqual(0.95)
  })

  longTest.each(['1 prompts and runs only', '4 shocks per prompt', '6 2 to 5 together'])(
    'a look every day finds at most 5% false verdicts: %s',
    (world) => {
      const tried = { ...quietWorld, engines: 1, treated: 20, ...worlds[world], past: 168 }
      // 200 experiments have an error of 0.015.
      expect(tryExperiments(tried, 200, randomFrom(31)).daily).toBeLessThan(0.08)
    },
  )
})

describe('prompts that are chosen because they are low', () => {
  const [window, fresh, after] = [14, 28, 28]
  const shareIn = ({ cells }: ExperimentPrompt, from: number, to: number) => {
    const sums = (['a', 'b'] as const).map((sum) =>
      cells.flatMap((cell) => [...(cell?.[sum].slice(from, to) ?? [])]).reduce((all, value) => all + value, 0),
    ) as [number, number]
    return sums[0] / sums[1]
  }

  /** The mean effect in points, and the share of verdicts, where nothing has an effect. */
  function tryChoices(choose: 'window' | 'fresh' | 'before' | 'draw', times = 150) {
    const random = randomFrom(51)
    let [sum, clear] = [0, 0]
    const from = choose === 'before' ? fresh : 0
    const days = from + window + (choose === 'fresh' ? fresh : 0) + after
    for (let time = 0; time < times; time++) {
      const world = {
        ...quietWorld,
        treated: 50,
        controls: 50,
        engines: 1,
        promptShock: 0.7,
        baseline: days - after,
        after,
      }
      const lowest = drawExperiment(world, random).toSorted(
        (a, b) => shareIn(a, from, from + window) - shareIn(b, from, from + window),
      )
      const drawn = lowest.slice(0, 40).map((prompt) => ({ prompt, place: random() }))
      const ordered =
        choose === 'draw' ? drawn.toSorted((a, b) => a.place - b.place).map(({ prompt }) => prompt) : lowest
      const all = ordered.slice(0, choose === 'window' ? 100 : 40)
      const prompts = all.map((prompt, index) => ({ ...prompt, isTreated: index < 20, cluster: index }))
      const baseline =
        choose === 'before'
          ? { from: 0, to: from }
          : choose === 'fresh'
            ? { from: window, to: window + fresh }
            : { from, to: from + window }
      const estimate = estimateEffect(prompts, [baseline, { from: days - after, to: days }], true)
      if (estimate === undefined) throw new Error('no estimate')
      sum += estimate.value
      if (Math.abs(estimate.value) > tOf(0.05, estimate.df) * Math.sqrt(estimate.variance)) clear++
    }
    return { points: (100 * sum) / times, clear: clear / times }
  }

  longTest('rise by themselves against all others if the baseline is what they were chosen by', () => {
    const { points, clear } = tryChoices('window')
    expect(points).toBeGreaterThan(4)
    expect(clear).toBeGreaterThan(0.4)
  })

  longTest.each(['fresh', 'before', 'draw'] as const)(
    'do not with the baseline or draw of the product: %s',
    (choose) => {
      const { points, clear } = tryChoices(choose)
      expect(Math.abs(points)).toBeLessThan(1.5)
      expect(clear).toBeLessThan(0.12)
    },
  )
})
