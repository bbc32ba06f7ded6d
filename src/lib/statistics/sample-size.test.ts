import { describe, expect, it } from 'vitest'
import { longTest } from '../../testing/forms.ts'
import { randomFrom } from '../../testing/statistics/random.ts'
import { type ReferenceRun, referenceParts } from '../../testing/statistics/reference-parts.ts'
import { meanHalfWidths, rejections } from '../../testing/statistics/simulate.ts'
import { swingingCells } from '../../testing/statistics/swinging-series.ts'
import { promptShares, type Run, simulateDailyRuns, type World } from '../../testing/statistics/worlds.ts'
import { t80, t975 } from './distributions.ts'
import {
  daysFor,
  maxPrompts,
  precisionGoals,
  precisionOf,
  promptsFor,
  publishedParts,
  type SampleDesign,
  type SampleModel,
  smallestCombination,
  timesFor,
  type VarianceParts,
} from './sample-size.ts'
import { type HalvedCell, varianceParts } from './variance-parts.ts'

const daily: SampleDesign = {
  prompts: 20,
  promptsPerCluster: 1,
  engines: 3,
  runsPerDay: 3,
  days: 30,
  askedDays: 1,
}
const published = (goal: SampleModel['goal'], share = 0.3): SampleModel => ({
  goal,
  share,
  parts: publishedParts(share),
})

describe('the precision of a figure', () => {
  it('improves by 4 points with twice the prompts, and by 0.1 with ten times the runs', () => {
    const points = (more: Partial<SampleDesign>) =>
      100 * (precisionOf(published('prompts_like_these'), { ...daily, ...more }) ?? 0)
    expect(points({})).toBeCloseTo(13.13, 2)
    expect(points({ runsPerDay: 30 })).toBeCloseTo(13.03, 2)
    expect(points({ prompts: 40 })).toBeCloseTo(9.23, 2)
  })

  it('matches the formulas calculated by hand', () => {
    // Intervals include swings with t(8) = 2.3060; K(0.5, 30) = 3 − 2·0.5/(30·0.25).
    const mean = (0.0105 * (3 - 1 / 7.5)) / 30
    expect(precisionOf(published('these_prompts'), daily)).toBeCloseTo(
      2.306004135 * Math.sqrt(0.21 * (0.58 / 1800 + mean)),
      8,
    )
    // The difference of adjacent periods: c = 0.5/(30²·0.25), as 0.5^30 is nearly 0.
    const ofDays = 2 * mean - (2 * 0.0105 * 0.5) / 225
    const ofPrompts = 2 * (0.02 / 20 + 0.58 / 1800)
    // 84 days of history and both periods, each less its K, divided by three: 47.09.
    const daysDf = (84 - 3 + 1 / 21 + 2 * (30 - 3 + 1 / 7.5)) / 3
    const df = (ofPrompts + ofDays) ** 2 / (ofPrompts ** 2 / 19 + ofDays ** 2 / daysDf)
    expect(df).toBeCloseTo(46.8, 1)
    const change = (t975(df) + t80(df)) * Math.sqrt(0.21 * (ofPrompts + ofDays))
    expect(precisionOf(published('change'), daily)).toBeCloseTo(change, 8)
    // With weekly runs, four weeks are four days: K(0.5, 4) = 3 − 4·(1 − 0.5⁴)/4.
    const weekly = { ...daily, days: 28, runsPerDay: 3 / 7, askedDays: 1 / 7 }
    const variance = 0.21 * (0.58 / 240 + (0.0105 * 2.0625) / 4)
    expect(precisionOf(published('these_prompts'), weekly)).toBeCloseTo(2.306004135 * Math.sqrt(variance), 8)
  })

  it('decreases with the correlation of days', () => {
    for (const goal of precisionGoals) {
      const points = [0, 0.3, 0.6, 0.9].map((dayCorrelation) =>
        precisionOf({ goal, share: 0.3, parts: { ...publishedParts(0.3), dayCorrelation } }, daily),
      )
      expect(points).toEqual(points.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
      expect(new Set(points).size).toBe(4)
    }
  })

  it('is null for fewer than five prompts or topics', () => {
    for (const goal of ['change', 'prompts_like_these'] as const)
      expect(precisionOf(published(goal), { ...daily, prompts: 4 })).toBeNull()
    const others = published('prompts_like_these')
    expect(precisionOf(others, { ...daily, promptsPerCluster: 5 })).toBeNull()
    expect(precisionOf(others, { ...daily, promptsPerCluster: 4 })).not.toBeNull()
    // Verdicts on changes use prompts, even if intervals use topics.
    expect(precisionOf(published('change'), { ...daily, promptsPerCluster: 5 })).toBe(
      precisionOf(published('change'), daily),
    )
    expect(precisionOf(published('these_prompts'), { ...daily, prompts: 1 })).not.toBeNull()
  })
})

longTest('finds the same minimum as trying each value', () => {
  const random = randomFrom(3)
  let found = 0
  for (let time = 0; time < 60; time++) {
    const goal = precisionGoals[time % 3] as SampleModel['goal']
    const share = 0.05 + 0.9 * random()
    const parts = { ...publishedParts(share), day: random() < 0.5 ? 0 : 0.02 * random() }
    const design = {
      prompts: 1 + Math.floor(60 * random()),
      promptsPerCluster: 1 + Math.floor(2 * random()),
      engines: 1 + Math.floor(4 * random()),
      runsPerDay: 0.2 + 4 * random(),
      days: 2 + Math.floor(60 * random()),
      askedDays: random() < 0.5 ? 1 : 1 / 7,
    }
    const wanted = 0.01 + 0.1 * random()
    const model = { goal, share, parts }
    const first = (from: number, to: number, more: (value: number) => Partial<SampleDesign>) => {
      for (let value = from; value <= to; value++) {
        const precision = precisionOf(model, { ...design, ...more(value) })
        if (precision !== null && precision <= wanted) return value
      }
      return null
    }
    const prompts = promptsFor(model, design, wanted)
    expect(prompts).toBe(first(1, maxPrompts, (value) => ({ prompts: value })))
    expect(daysFor(model, design, wanted)).toBe(first(2, 400, (days) => ({ days })))
    const often = (times: number) => ({
      runsPerDay: times * design.runsPerDay,
      askedDays: Math.min(1, times * design.askedDays),
    })
    expect(timesFor(model, design, wanted)).toBe(first(1, 24, often))
    let fewest = Number.POSITIVE_INFINITY
    for (let times = 1; times <= 24; times++) {
      const own = first(1, maxPrompts, (value) => ({ prompts: value, ...often(times) }))
      fewest = Math.min(fewest, (own ?? Number.POSITIVE_INFINITY) * times)
    }
    const best = smallestCombination(model, design, wanted)
    if (goal === 'these_prompts') expect(best?.prompts ?? design.prompts).toBe(design.prompts)
    else expect(best === null ? Number.POSITIVE_INFINITY : best.prompts * best.times).toBe(fewest)
    found += Number(prompts !== null)
  }
  expect(found).toBeGreaterThan(10)
})

it('is 0 if nothing varies', () => {
  const parts = { prompt: 0, promptEngine: 0, run: 0, day: 0, dayCorrelation: 0, promptChange: 0 }
  for (const goal of precisionGoals) expect(precisionOf({ goal, share: 0.3, parts }, daily)).toBe(0)
})

const world: World = {
  prompts: 0,
  engines: 3,
  days: 20,
  share: 0.3,
  likeness: 0.32,
  dayShock: Math.sqrt(0.05),
  late: 0,
}
/** Variance parts of these worlds; day-to-day swings affect p(1−p) of each prompt. */
const single = world.share * (1 - world.share)
const ofRun = (1 - world.likeness) * 0.85
const known: VarianceParts = {
  prompt: world.likeness,
  promptEngine: (1 - world.likeness) * 0.15,
  run: ofRun,
  day: world.dayShock ** 2 * ofRun ** 2 * single,
  dayCorrelation: 0,
  promptChange: 0,
}
const design: SampleDesign = { ...daily, days: world.days }

describe('in simulated worlds with known truth', () => {
  it('the planned number of prompts gives the wanted half width', () => {
    const prompts = promptsFor({ goal: 'prompts_like_these', share: 0.3, parts: known }, design, 0.08)
    expect(prompts).toBe(50)
    const widths = meanHalfWidths({ ...world, prompts: prompts ?? 0 }, 150, randomFrom(5))
    expect(Math.abs(widths.promptsLikeThese / 0.08 - 1)).toBeLessThan(0.05)
  })

  longTest('the planned number of prompts finds a change about as often as planned', () => {
    const moved = 0.04
    // Prompts move in proportion to their value, so that they move unequally.
    const spread = ((moved / world.share) ** 2 * (known.prompt + known.promptEngine / world.engines)) / 2
    const parts = { ...known, promptChange: spread }
    const prompts = promptsFor({ goal: 'change', share: 0.32, parts }, design, moved) ?? 0
    expect(prompts).toBeGreaterThan(30)
    const power = rejections({ ...world, prompts }, moved / world.share, 300, randomFrom(6))
    // The plan assumes independent days. A verdict estimates their correlation, never below 0, which costs a tenth of the
    // power (docs/statistics.md). For 300 worlds: 0.72 ± 0.08 in 99.7% of cases.
    expect(power).toBeGreaterThan(0.64)
    expect(power).toBeLessThan(0.8)
  })

  it('the planned variance matches figures with correlated days', () => {
    const swinging = { prompts: 50, share: 0.3, likeness: 0, sd: 0.3, swings: 'ar' as const, rho: 0.7 }
    const random = randomFrom(7)
    const shares = Array.from({ length: 800 }, () => {
      const { n, y } = swingingCells({ ...swinging, days: 14 }, random)
      return y.reduce((all, value) => all + value, 0) / n.length
    })
    const mean = shares.reduce((all, share) => all + share, 0) / shares.length
    const spread = Math.sqrt(shares.reduce((all, share) => all + (share - mean) ** 2, 0) / shares.length)
    const parts = { prompt: 0, promptEngine: 0, run: 1, promptChange: 0 }
    const day = swinging.sd ** 2 * single
    const plan = { ...daily, prompts: 50, engines: 1, runsPerDay: 1, days: 14 }
    const planned = (dayCorrelation: number) =>
      (precisionOf({ goal: 'these_prompts', share: 0.3, parts: { ...parts, day, dayCorrelation } }, plan) ?? 0) /
      t975(8)
    expect(Math.abs(spread / planned(0.7) - 1)).toBeLessThan(0.08)
    expect(spread / planned(0)).toBeGreaterThan(1.3)
  })

  it('the variance parts are estimated from the answers', () => {
    const random = randomFrom(9)
    const times = 30
    const simulated = { ...world, prompts: 80, days: 28, dayShock: 0.8 }
    const mean = { prompt: 0, promptEngine: 0, run: 0, day: 0, dayCorrelation: 0, promptChange: 0 }
    for (let time = 0; time < times; time++) {
      const runs = simulateDailyRuns(simulated, promptShares(simulated, random), random)
      const parts = varianceParts(...halved(runs)) as VarianceParts
      for (const name of Object.keys(mean) as (keyof VarianceParts)[]) mean[name] += parts[name] / times
    }
    expect(mean.prompt).toBeCloseTo(known.prompt, 1)
    expect(Math.abs(mean.promptEngine - known.promptEngine)).toBeLessThan(0.015)
    // Day-to-day swings also affect single answers.
    const ofDay = simulated.dayShock ** 2 * ofRun ** 2 * single
    expect(Math.abs(mean.run - known.run - ofDay)).toBeLessThan(0.06)
    expect(Math.abs(mean.day / ofDay - 1)).toBeLessThan(0.15)
    // 28 independent days: the estimate of 0 varies randomly.
    expect(mean.dayCorrelation).toBeLessThan(0.2)
    expect(mean.promptChange).toBeLessThan(0.01)
  })
})

/** Converts runs to the input of the estimate. */
function halved(runs: readonly Run[], clusterOf = (prompt: number) => prompt) {
  const days = Math.max(...runs.map(({ day }) => day)) + 1
  const isLater = ({ day }: Run) => day >= days / 2
  const cells = [...Map.groupBy(runs, ({ prompt, engine }) => `${prompt} ${engine}`).values()].map((own) => {
    const { prompt, engine } = own[0] as Run
    const of = (later: boolean) => own.filter((run) => isLater(run) === later)
    const count = (later: boolean) => of(later).filter(({ isNamed }) => isNamed).length
    return {
      cluster: clusterOf(prompt),
      prompt,
      engine: String(engine),
      n: [of(false).length, of(true).length],
      y: [count(false), count(true)],
    } satisfies HalvedCell
  })
  const daySums = [...Map.groupBy(runs, ({ day, engine }) => `${day} ${engine}`).values()].map((own) => ({
    day: String(own[0]?.day).padStart(3, '0'),
    engine: String(own[0]?.engine),
    a: own.filter(({ isNamed }) => isNamed).length,
    b: own.length,
  }))
  return [cells, daySums] as const
}

it('estimates the same variance parts as the reference implementation on random answers', () => {
  const random = randomFrom(12)
  const seen = new Set<string>()
  for (let time = 0; time < 120; time++) {
    const days = 24 + Math.floor(12 * random())
    const prompts = 1 + Math.floor(14 * random())
    const engines = 1 + Math.floor(3 * random())
    const share = random() < 0.15 ? Math.round(random()) : random()
    const simulated = { ...world, prompts, engines, days, share, dayShock: 3 * random() }
    const rate = 0.1 + 0.9 * random()
    const runs = simulateDailyRuns(simulated, promptShares(simulated, random), random).filter(() => random() < rate)
    if (runs.length === 0) continue
    const last = Math.max(...runs.map(({ day }) => day)) + 1
    const cluster = (prompt: number) => (time % 2 === 0 ? prompt : prompt % 7)
    const plain = runs.map(
      ({ prompt, engine, day, isNamed }): ReferenceRun => ({
        cluster: String(cluster(prompt)),
        prompt: String(prompt),
        engine: String(engine),
        day: String(day),
        later: day >= last / 2,
        isNamed,
      }),
    )
    const expected = referenceParts(plain)
    const parts = varianceParts(...halved(runs, cluster))
    if (typeof expected === 'string') {
      expect(parts).toBe(expected)
      seen.add(expected)
      continue
    }
    for (const [name, value] of Object.entries(expected)) {
      expect((parts as VarianceParts)[name as keyof VarianceParts], `${time} ${name}`).toBeCloseTo(value, 9)
      seen.add(value === 0 ? `no ${name}` : name)
    }
  }
  const all = [
    'few_days',
    'few_prompts',
    'all_alike',
    'prompt',
    'promptEngine',
    'day',
    'dayCorrelation',
    'promptChange',
  ]
  expect([...seen]).toEqual(
    expect.arrayContaining([...all, 'no promptEngine', 'no day', 'no dayCorrelation', 'no promptChange']),
  )
})
