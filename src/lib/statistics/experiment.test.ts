import { expect, it } from 'vitest'
import { type ExperimentWorld, quietWorld, tryExperiments } from '../../testing/statistics/experiment-worlds.ts'
import { randomFrom } from '../../testing/statistics/random.ts'
import { levelOn } from './experiment.ts'

// A few worlds with a fixed seed. `node bench/statistics/experiments.ts` draws all.
it.each<[string, Partial<ExperimentWorld>]>([
  ['prompts and runs differ', { effect: 10 }],
  ['prompts swing and drift', { promptShock: 0.5, drift: 0.3 }],
  ['days move one arm alone', { armShock: 0.3, effect: 10 }],
  ['one engine steps at the date', { engineStep: 1 }],
  ['prompts of a topic move together', { topicShock: 0.5, treated: 20 }],
])('intervals hold the effect if %s', (_, world) => {
  expect(tryExperiments({ ...quietWorld, ...world }, 150, randomFrom(38)).covered).toBeGreaterThan(0.92)
})

it('a look every day keeps false verdicts near 5% at most', () => {
  const world = { ...quietWorld, past: 168, isWatched: true, promptShock: 0.5, dayShock: 0.3, engines: 1 }
  expect(tryExperiments(world, 200, randomFrom(39)).daily).toBeLessThan(0.06)
})

it('levels of daily looks are those of O’Brien and Fleming', () => {
  expect([14, 28, 42, 56].map((day) => Number(levelOn(day, 56).toPrecision(1)))).toEqual([0.00001, 0.002, 0.01, 0.03])
})
