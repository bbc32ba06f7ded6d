import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../testing/statistics/random.ts'
import { type ReferenceRun, referenceParts } from '../../testing/statistics/reference-parts.ts'
import { meanHalfWidths, rejections } from '../../testing/statistics/simulate.ts'
import { askDaily, promptShares, type Run, type World } from '../../testing/statistics/worlds.ts'
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

describe('how sure a figure will be', () => {
  it('gains 4 points by twice the prompts, and a tenth of one by ten times the runs', () => {
    const points = (more: Partial<SampleDesign>) =>
      100 * (precisionOf(published('prompts_like_these'), { ...daily, ...more }) ?? 0)
    expect(points({})).toBeCloseTo(12.96, 2)
    expect(points({ runsPerDay: 30 })).toBeCloseTo(12.85, 2)
    expect(points({ prompts: 40 })).toBeCloseTo(8.94, 2)
  })

  it('is what the formulas say, counted by hand', () => {
    // t(29) = 2.0452, √(0.21·(0.58/1800 + 0.0105/30)) = 0.0118814
    expect(precisionOf(published('these_prompts'), daily)).toBeCloseTo(2.045229642 * 0.011881358, 8)
    // df = min(19, 58): t.975 = 2.0930, t.80 = 0.8610; 0.42·(0.02/20 + 0.58/1800 + 0.0105/30) = 0.00070233
    const change = (2.093024054 + 0.8609505) * Math.sqrt(0.42 * (0.001 + 0.58 / 1800 + 0.00035))
    expect(precisionOf(published('change'), daily)).toBeCloseTo(change, 6)
    // Asked once a week, four weeks are four days: t(3) = 3.1824.
    const weekly = { ...daily, days: 28, runsPerDay: 3 / 7, askedDays: 1 / 7 }
    const variance = 0.21 * (0.58 / 240 + 0.0105 / 4)
    expect(precisionOf(published('these_prompts'), weekly)).toBeCloseTo(3.182446305 * Math.sqrt(variance), 8)
  })

  it('is not said of fewer than five prompts, or of topics', () => {
    for (const goal of ['change', 'prompts_like_these'] as const) {
      expect(precisionOf(published(goal), { ...daily, prompts: 4 })).toBeNull()
      expect(precisionOf(published(goal), { ...daily, promptsPerCluster: 5 })).toBeNull()
      expect(precisionOf(published(goal), { ...daily, promptsPerCluster: 4 })).not.toBeNull()
    }
    expect(precisionOf(published('these_prompts'), { ...daily, prompts: 1 })).not.toBeNull()
  })
})

it('finds the least that is enough, as trying one after the other does', () => {
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

it('finds what is enough where more prompts are less sure again, since two days tell little of days', () => {
  const few = { ...daily, days: 2 }
  const model = published('prompts_like_these')
  const points = (prompts: number) => 100 * (precisionOf(model, { ...few, prompts }) ?? 0)
  expect(points(100)).toBeLessThan(20)
  expect(points(maxPrompts)).toBeGreaterThan(points(100))
  const needed = promptsFor(model, few, 0.2) ?? 0
  expect(points(needed)).toBeLessThanOrEqual(20)
  expect(points(needed - 1)).toBeGreaterThan(20)
})

it('is sure of what does not vary', () => {
  const parts = { prompt: 0, promptEngine: 0, run: 0, day: 0, promptChange: 0 }
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
/** What the variance of these worlds is made of: what a day moves is a part of each prompt’s own p(1−p). */
const single = world.share * (1 - world.share)
const ofRun = (1 - world.likeness) * 0.85
const known: VarianceParts = {
  prompt: world.likeness,
  promptEngine: (1 - world.likeness) * 0.15,
  run: ofRun,
  day: world.dayShock ** 2 * ofRun ** 2 * single,
  promptChange: 0,
}
const design: SampleDesign = { ...daily, days: world.days }

describe('in worlds where the truth is known', () => {
  it('the planned number of prompts gives the wanted half width', () => {
    const prompts = promptsFor({ goal: 'prompts_like_these', share: 0.3, parts: known }, design, 0.08)
    expect(prompts).toBe(50)
    const widths = meanHalfWidths({ ...world, prompts: prompts ?? 0 }, 150, randomFrom(5))
    expect(Math.abs(widths.promptsLikeThese / 0.08 - 1)).toBeLessThan(0.05)
    const theirs = precisionOf(
      { goal: 'these_prompts', share: 0.3, parts: known },
      { ...design, prompts: prompts ?? 0 },
    )
    expect(Math.abs(widths.thesePrompts / (theirs ?? 0) - 1)).toBeLessThan(0.1)
  })

  it('a change is found in four of five cases by the planned number of prompts', () => {
    const moved = 0.04
    // Prompts move by a part of themselves, so that they move unequally.
    const spread = ((moved / world.share) ** 2 * (known.prompt + known.promptEngine / world.engines)) / 2
    const parts = { ...known, promptChange: spread }
    const prompts = promptsFor({ goal: 'change', share: 0.32, parts }, design, moved) ?? 0
    expect(prompts).toBeGreaterThan(30)
    const power = rejections({ ...world, prompts }, moved / world.share, 300, randomFrom(6))
    // Of 300 worlds, 0.8 ± 0.07 in 99.7 of 100 cases.
    expect(power).toBeGreaterThan(0.73)
    expect(power).toBeLessThan(0.87)
  })

  it('data say what their variance is made of', () => {
    const random = randomFrom(9)
    const times = 30
    const asked = { ...world, prompts: 80, days: 28, dayShock: 0.8 }
    const mean = { prompt: 0, promptEngine: 0, run: 0, day: 0, promptChange: 0 }
    for (let time = 0; time < times; time++) {
      const runs = askDaily(asked, promptShares(asked, random), random)
      const parts = varianceParts(...halved(runs)) as VarianceParts
      for (const name of Object.keys(mean) as (keyof VarianceParts)[]) mean[name] += parts[name] / times
    }
    expect(mean.prompt).toBeCloseTo(known.prompt, 1)
    expect(Math.abs(mean.promptEngine - known.promptEngine)).toBeLessThan(0.015)
    // What days move is in single answers as well.
    const ofDay = asked.dayShock ** 2 * ofRun ** 2 * single
    expect(Math.abs(mean.run - known.run - ofDay)).toBeLessThan(0.06)
    expect(Math.abs(mean.day / ofDay - 1)).toBeLessThan(0.15)
    expect(mean.promptChange).toBeLessThan(0.01)
  })
})

/** What the estimate is made of, and the same as single answers. */
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
    day: String(own[0]?.day),
    engine: String(own[0]?.engine),
    a: own.filter(({ isNamed }) => isNamed).length,
    b: own.length,
  }))
  return [cells, daySums] as const
}

it('takes variances apart as the plain implementation does, on random answers', () => {
  const random = randomFrom(12)
  const seen = new Set<string>()
  for (let time = 0; time < 120; time++) {
    const days = 24 + Math.floor(12 * random())
    const prompts = 1 + Math.floor(14 * random())
    const engines = 1 + Math.floor(3 * random())
    const share = random() < 0.15 ? Math.round(random()) : random()
    const asked = { ...world, prompts, engines, days, share, dayShock: 3 * random() }
    const kept = 0.1 + 0.9 * random()
    const runs = askDaily(asked, promptShares(asked, random), random).filter(() => random() < kept)
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
  const all = ['few_days', 'few_prompts', 'all_alike', 'prompt', 'promptEngine', 'day', 'promptChange']
  expect([...seen]).toEqual(expect.arrayContaining([...all, 'no promptEngine', 'no day', 'no promptChange']))
})
