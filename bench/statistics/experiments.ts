import {
  type ExperimentWorld,
  quietWorld,
  tryExperiments,
  worlds,
} from '../../src/testing/statistics/experiment-worlds.ts'
import { randomFrom } from '../../src/testing/statistics/random.ts'
import { table } from '../measure.ts'

// How often verdicts of experiments are right: `node bench/statistics/experiments.ts 300 [seed]`.
const times = Number(process.argv[2] ?? 100)
const random = randomFrom(Number(process.argv[3] ?? 5101))
const two = (value: number) => value.toFixed(3)

const sizes: Record<string, Partial<ExperimentWorld>> = {
  '5/10 14+14': { treated: 5, controls: 10, baseline: 14, after: 14, engines: 2 },
  '10/40 28+28': { treated: 10, controls: 40 },
  '20/40 14+28': { treated: 20, controls: 40, baseline: 14, engines: 2, runs: 2 },
  '60/140 28+28': { treated: 60, controls: 140, engines: 1 },
}

for (const effect of [0, 1])
  table(
    `Coverage${effect === 0 ? ' without an effect (1 less false verdicts)' : ' with an effect'}, ${times} experiments a cell`,
    Object.entries(worlds).map(([world, settings]) => ({
      world,
      ...Object.fromEntries(
        Object.entries(sizes).map(([size, own]) => {
          const points = effect === 0 ? 0 : (own.treated ?? 0) > 10 ? 6 : 10
          // At the ends of the scale an effect of that size does not fit.
          const share = settings.share ?? quietWorld.share
          const fits = effect === 0 || (share > 0.05 && share < 0.9)
          const { covered } = tryExperiments(
            { ...quietWorld, ...own, ...settings, effect: points },
            fits ? times : 0,
            random,
          )
          return [size, two(covered)]
        }),
      ),
    })),
  )

table(
  `False verdicts with a look every day, 168 days of past, ${times} experiments each`,
  ['1 prompts and runs only', '6 2 to 5 together', '13 day shocks of one arm'].map((world) => {
    const { daily, clear } = tryExperiments({ ...quietWorld, ...worlds[world], past: 168 }, times, random)
    return { world, daily: two(daily), 'one look at the end': two(clear) }
  }),
)
