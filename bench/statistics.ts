import { precisionGoals, precisionOf, promptsFor } from '../src/lib/statistics/sample-size.ts'
import { randomFrom } from '../src/testing/statistics/random.ts'
import {
  coverageOf,
  coverageOfFigure,
  meanHalfWidths,
  otherFigures,
  rejections,
  verdictsOf,
} from '../src/testing/statistics/simulate.ts'
import type { World } from '../src/testing/statistics/worlds.ts'
import { table } from './measure.ts'

// Simulated worlds: how often intervals contain the truth, and which changes are reported.
const random = randomFrom(1)
const times = Number(process.argv[2] ?? 250)

const shocks = Math.sqrt(0.05)
const worlds: World[] = []
for (const prompts of [5, 10, 30, 100])
  for (const [engines, days] of [
    [1, 7],
    [3, 7],
    [3, 30],
  ] as const)
    for (const likeness of [0.2, 0.4, 0.9])
      for (const share of [0.02, 0.1, 0.4, 0.95])
        for (const late of prompts === 30 ? [0, 0.5] : [0])
          worlds.push({ prompts, engines, days, share, likeness, dayShock: shocks, late })

const measured = worlds.map((world) => coverageOf(world, times, random))
const row = (interval: string, of: (coverage: (typeof measured)[number]) => number) => {
  const values = measured.map(of)
  return { interval, mean: meanOf(values).toFixed(3), 'worst world': Math.min(...values).toFixed(3) }
}
const meanOf = (values: readonly number[]) => values.reduce((all, value) => all + value, 0) / values.length
table(`Coverage of 95% intervals of visibility: ${worlds.length} worlds, ${times} times each`, [
  row('prompts like these', (coverage) => coverage.promptsLikeThese),
  row('these prompts', (coverage) => coverage.thesePrompts),
  row('Wilson on answers, for other prompts', (coverage) => coverage.plainWilson),
])

// With shares near the limits, most prompts agree, and few of them show how far others can deviate.
const figures = Object.keys(otherFigures) as (keyof typeof otherFigures)[]
const ofFigures = figures.flatMap((figure) =>
  [
    { worlds: 'in the middle', shares: [0.3, 0.5, 0.7], likenesses: [0.1, 0.3] },
    { worlds: 'near an edge', shares: [0.1], likenesses: [0.5] },
  ].map(({ worlds: name, shares, likenesses }) => {
    const own = worlds.filter(
      ({ prompts, share, likeness, late }) =>
        prompts >= 10 && prompts <= 30 && share === 0.1 && likeness === 0.2 && late === 0,
    )
    const found = own.flatMap((world) =>
      shares.flatMap((share) =>
        likenesses.map((likeness) => coverageOfFigure(figure, { ...world, share, likeness }, times, random)),
      ),
    )
    const others = found.map(({ promptsLikeThese }) => promptsLikeThese)
    const these = found.map(({ thesePrompts }) => thesePrompts)
    return {
      figure,
      worlds: `${found.length} ${name}`,
      'prompts like these, mean': meanOf(others).toFixed(3),
      worst: Math.min(...others).toFixed(3),
      'these prompts, mean': meanOf(these).toFixed(3),
      'worst of these': Math.min(...these).toFixed(3),
    }
  }),
)
table(`Coverage of the other figures, ${times} times each`, ofFigures)

const still: World[] = []
for (const prompts of [8, 30])
  for (const days of [7, 30])
    for (const share of [0.05, 0.3, 0.7])
      for (const dayShock of [0, shocks, 2 * shocks])
        still.push({ prompts, engines: 3, days, share, likeness: 0.4, dayShock, late: 0 })
const alarms = still.map((world) => rejections(world, 0, times, random))
table(`False alarms at p < 0.05 if nothing moved: ${still.length} worlds, ${times} times each`, [
  {
    test: 'matched change',
    least: Math.min(...alarms).toFixed(3),
    mean: meanOf(alarms).toFixed(3),
    most: Math.max(...alarms).toFixed(3),
  },
])

const world: World = {
  prompts: 40,
  engines: 3,
  days: 30,
  share: 0.3,
  likeness: 0.35,
  dayShock: shocks,
  late: 0,
}
const rounds = Math.ceil(times / 5)
const nothing = verdictsOf(world, { entities: 40, moving: 0, moved: 0 }, rounds, random)
const moves = [0.08, 0.12, 0.2]
table(`Verdicts on lists of 40 entities, ${rounds} times each`, [
  { list: 'nothing moved', 'false per list': nothing.falseOnes.toFixed(3), power: '' },
  ...moves.map((moved) => {
    const { falseOnes, power } = verdictsOf(world, { entities: 40, moving: 6, moved }, rounds, random)
    return {
      list: `15% moved by ${100 * moved}% of their value`,
      'false per list': falseOnes.toFixed(3),
      power: power.toFixed(2),
    }
  }),
])

// The variance components of these worlds; prompts that move do so by a share of their value.
const ofRun = (likeness: number) => (1 - likeness) * 0.85
const plans = precisionGoals.flatMap((goal) =>
  ([0.2, 0.32] as const).flatMap((likeness) => ([0.3, 0.5] as const).map((share) => ({ goal, likeness, share }))),
)
table(
  `Precision of the planned number of prompts: ${times} times each, 3 engines, 30 days`,
  plans.map(({ goal, likeness, share }) => {
    const wanted = { change: 0.04, prompts_like_these: 0.08, these_prompts: 0.02 }[goal]
    const own = likeness + ((1 - likeness) * 0.15) / 3
    const parts = {
      prompt: likeness,
      promptEngine: (1 - likeness) * 0.15,
      run: ofRun(likeness),
      day: shocks ** 2 * ofRun(likeness) ** 2 * share * (1 - share),
      dayCorrelation: 0,
      promptChange: ((wanted / share) ** 2 * own) / 2,
    }
    const model = { goal, share: goal === 'change' ? share + wanted / 2 : share, parts }
    const design = { prompts: 1, promptsPerCluster: 1, engines: 3, runsPerDay: 3, days: 30, askedDays: 1 }
    const prompts = promptsFor(model, design, wanted) ?? 0
    const planned: World = { prompts, engines: 3, days: 30, share, likeness, dayShock: shocks, late: 0 }
    const power = goal === 'change' ? rejections(planned, wanted / share, times, random) : undefined
    const widths = goal === 'change' ? undefined : meanHalfWidths(planned, times, random)
    const width = goal === 'these_prompts' ? widths?.thesePrompts : widths?.promptsLikeThese
    return {
      goal,
      likeness,
      share,
      prompts,
      'target points': (100 * wanted).toFixed(1),
      'planned points': (100 * (precisionOf(model, { ...design, prompts }) ?? 0)).toFixed(2),
      'half width': width === undefined ? '' : (100 * width).toFixed(2),
      power: power === undefined ? '' : power.toFixed(2),
    }
  }),
)
