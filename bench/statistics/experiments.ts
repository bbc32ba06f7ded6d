import { powerOf, readPast } from '../../src/lib/statistics/experiment-plan.ts'
import { type Choice, choices, tryChoices } from '../../src/testing/statistics/chosen-prompts.ts'
import {
  drawExperiment,
  type ExperimentWorld,
  limits,
  quietWorld,
  tryExperiments,
  worlds,
} from '../../src/testing/statistics/experiment-worlds.ts'
import { randomFrom } from '../../src/testing/statistics/random.ts'
import { table } from '../measure.ts'

// How often verdicts of experiments are right: `node bench/statistics/experiments.ts coverage 1000 [seed]`, also with
// `daily`, `plans` and `choices`. The number is that of experiments a cell.
const [part = 'coverage', count = '100', seed = '5101'] = process.argv.slice(2)
const times = Number(count)
const random = randomFrom(Number(seed))

/** A share with its simulation error. */
const share = (value: number, cases: number) =>
  `${value.toFixed(3)} ± ${Math.sqrt((value * (1 - value)) / cases).toFixed(3)}`

type Settings = Partial<ExperimentWorld>

const size = (treated: number, controls: number, baseline: number, after: number, runs: number, engines: number) => ({
  ...{ treated, controls, baseline, after, runs, engines },
})

const sizes = [
  ...[size(5, 10, 14, 14, 1, 2), size(5, 40, 28, 28, 1, 3), size(5, 140, 56, 28, 1, 2), size(10, 10, 14, 14, 3, 1)],
  ...[size(10, 40, 28, 28, 1, 3), size(20, 10, 28, 14, 1, 2), size(20, 40, 14, 28, 2, 2), size(20, 140, 28, 28, 1, 5)],
  ...[size(60, 40, 28, 56, 1, 1), size(60, 140, 14, 14, 1, 3)],
]

const nameOf = ({ treated, controls, baseline, after, runs, engines }: (typeof sizes)[number]) =>
  `${treated}/${controls}, ${baseline}+${after}, ${runs}, ${engines}`

/** Coverage of a world in all sizes. The worst one is drawn again, as the worst of ten is partly bad luck. */
function coverageRow(world: string, settings: Settings, hasEffect: boolean) {
  const worldOf = (one: (typeof sizes)[number]) => {
    const effect = hasEffect ? (one.treated > 10 ? 6 : 10) : 0
    return { ...quietWorld, ...one, ...settings, effect }
  }
  const tried = sizes.map((one) => ({ one, ...tryExperiments(worldOf(one), times, random) }))
  const judged = tried.filter((found) => found.judged > 0)
  const mean = judged.reduce((sum, found) => sum + found.covered, 0) / judged.length
  const worst = judged.reduce((a, b) => (b.covered < a.covered ? b : a))
  const again = tryExperiments(worldOf(worst.one), 4 * times, random)
  const powers = hasEffect ? [1, 6, 9].map((index) => tried[index]?.clear.toFixed(2)).join(', ') : ''
  return {
    world,
    mean: share(mean, times * judged.length),
    worst: share(worst.covered, worst.judged),
    size: nameOf(worst.one),
    'worst again': share(again.covered, again.judged),
    ...(hasEffect && { 'power of 5/40, 20/40, 60/140': powers }),
  }
}

function showCoverage(): void {
  for (const hasEffect of [false, true])
    table(
      `Coverage ${hasEffect ? 'with an effect' : 'without an effect (1 less false verdicts)'}, ${times} experiments a size`,
      Object.entries({ ...worlds, ...limits }).map(([world, settings]) => coverageRow(world, settings, hasEffect)),
    )
}

const watched: Record<string, Settings> = {
  ...Object.fromEntries(Object.entries(worlds).filter(([name]) => /^(1|2|3|4|5|6|9|13) /.test(name))),
  'shocks of the treated arm that last': limits['shocks of the treated arm that last'] ?? {},
}

function showDaily(): void {
  const days = { baseline: 28, after: 56, engines: 1, isWatched: true }
  for (const past of [0, 168])
    table(
      `False verdicts with a look every day, ${past} days of past, ${times} experiments a size`,
      Object.entries(watched).flatMap(([world, settings]) =>
        [
          [5, 20],
          [20, 40],
        ].map(([treated = 0, controls = 0]) => {
          const tried = { ...quietWorld, ...days, ...settings, past, treated, controls }
          const none = tryExperiments(tried, times, random)
          const some = tryExperiments({ ...tried, effect: treated > 10 ? 8 : 16 }, Math.ceil(times / 4), random)
          const median = some.verdictDays.toSorted((a, b) => a - b)[Math.floor(some.verdictDays.length / 2)]
          return {
            ...{ world, size: `${treated}/${controls}`, daily: share(none.daily, none.judged) },
            'one look at the end': share(none.clear, none.judged),
            'power daily, at the end': `${some.daily.toFixed(2)}, ${some.clear.toFixed(2)}`,
            'median day of a verdict': median ?? '',
          }
        }),
      ),
    )
}

/** Plans of six worlds and six designs, each promised from several pasts. */
function showPlans(): void {
  const plannedWorlds: Record<string, Settings> = {
    '1 prompts and runs only': {},
    '3 shocks per engine': { engineShock: 0.3 },
    '4 shocks per prompt': { promptShock: 0.7 },
    '5 drift per prompt': { drift: 0.5 },
    '6 2 to 5 together': worlds['6 2 to 5 together'] ?? {},
    '9 jumps': { jumps: 1 / 12 },
  }
  const designs: [treated: number, controls: number, effect: number, engines: number][] = [
    ...([
      [5, 40, 16, 3],
      [10, 40, 10, 3],
      [10, 20, 14, 1],
    ] as [number, number, number, number][]),
    ...([
      [20, 40, 8, 2],
      [60, 40, 5, 1],
      [60, 140, 4, 3],
    ] as [number, number, number, number][]),
  ]
  const pasts = 20
  const gaps: number[] = []
  const singles: number[] = []
  const rows = Object.entries(plannedWorlds).flatMap(([world, settings]) =>
    designs.map(([treated, controls, effect, engines]) => {
      const tried = { ...quietWorld, ...settings, treated, controls, engines, effect }
      const promises = Array.from({ length: pasts }, () => {
        // As in the experiments, prompts drift around the middle, and jump as often in 56 days.
        const jumps = 1.5 * tried.jumps
        const drawn = drawExperiment({ ...tried, baseline: 42, after: 42, jumps, effect: 0 }, random)
        const past = readPast(drawn, { from: 0, to: 84 }, [28, 28])
        if (past === undefined) throw new Error('no past')
        return powerOf({ treated, controls, baselineDays: 28, days: 28, effect: effect / 100, past, level: 0.05 })
      })
      const promised = promises.reduce((sum, power) => sum + power, 0) / pasts
      const { clear } = tryExperiments(tried, times, random)
      gaps.push(promised - clear)
      singles.push(...promises.map((power) => power - clear))
      const [least, most] = [Math.min(...promises), Math.max(...promises)].map((power) => power.toFixed(2))
      const size = `${treated}/${controls}, ${engines}`
      const gap = (100 * (promised - clear)).toFixed(0)
      const found = share(clear, times)
      return { world, size, effect, promised: promised.toFixed(3), 'by past': `${least} to ${most}`, found, gap }
    }),
  )
  table(`Plans against ${times} experiments each; promises are means of ${pasts} pasts of 84 days`, rows)
  const within = (all: readonly number[]) => all.filter((gap) => Math.abs(gap) <= 0.07).length
  const size = gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / gaps.length
  console.log(
    `${within(gaps)} of ${gaps.length} plans within 7 points, mean size of the gap ${(100 * size).toFixed(1)}`,
  )
  console.log(`${within(singles)} of ${singles.length} plans from a single past within 7 points`)
}

function showChoices(): void {
  const windows = { '14 days, 1 engine': { window: 14, engines: 1 }, '28 days, 3 engines': { window: 28, engines: 3 } }
  table(
    `20 prompts of 100 chosen, nothing has an effect, ${times} experiments each: points, false verdicts`,
    Object.entries(choices).map(([choice, name]) => ({
      choice: name,
      ...Object.fromEntries(
        Object.entries(windows).map(([window, settings]) => {
          const { points, error, clear } = tryChoices(choice as Choice, times, random, settings)
          return [window, `${points.toFixed(1)} ± ${error.toFixed(1)}, ${share(clear, times)}`]
        }),
      ),
    })),
  )
}

const parts: Record<string, () => void> = {
  coverage: showCoverage,
  daily: showDaily,
  plans: showPlans,
  choices: showChoices,
}
const show = parts[part]
if (show === undefined) throw new Error(`part: one of ${Object.keys(parts).join(', ')}`)
show()
