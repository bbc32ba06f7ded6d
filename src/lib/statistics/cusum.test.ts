import { describe, expect, it } from 'vitest'
import { inForm, longTest, portion } from '../../testing/forms.ts'
import {
  alarmsOf,
  alarmsTogether,
  dailyCells,
  detectionOf,
  emptyCells,
  falseAlarms,
  type MovingWorld,
  quietYear,
  swingingDetection,
} from '../../testing/statistics/alarms.ts'
import { randomFrom } from '../../testing/statistics/random.ts'
import { type SwingingWorld, swingingCells } from '../../testing/statistics/swinging-series.ts'
import type { World } from '../../testing/statistics/worlds.ts'
import { alarmThreshold } from './cusum.ts'
import type { DailyCells } from './daily-cells.ts'

// A few simulated worlds with fixed seeds; `npm run bench statistics/alarms` runs many.

const dayShock = Math.sqrt(0.05)
const usual: World = { prompts: 100, engines: 1, days: 200, share: 0.3, likeness: 0.4, dayShock, late: 0 }
const swinging: SwingingWorld = {
  prompts: 100,
  share: 0.3,
  likeness: 0.3,
  sd: 0.3,
  swings: 'ar',
  rho: 0.8,
}
const alarmsIn = (world: Partial<MovingWorld>, seed = 5) =>
  alarmsOf(dailyCells({ ...usual, steps: [], ...world }, randomFrom(seed)))

/** Creates a daily series with `n` answers per day and prompt, of which `share` mention the entity. */
function series(
  days: number,
  prompts: number,
  of: (day: number, prompt: number) => { n: number; share: number },
): DailyCells {
  const cells = emptyCells(days, prompts)
  for (let day = 0; day < days; day++)
    for (let prompt = 0; prompt < prompts; prompt++) {
      const { n, share } = of(day, prompt)
      cells.n[day * prompts + prompt] = n
      cells.y[day * prompts + prompt] = Math.round(n * share)
    }
  return cells
}

describe('without a change', () => {
  const worlds: Partial<typeof usual>[] = [
    { share: 0.02, prompts: 20 },
    { share: 0.3, prompts: 20 },
    { share: 0.3, dayShock: 2 * dayShock },
    { share: 0.7, likeness: 0.1 },
  ]
  it.each(portion(worlds, 1, 4))('raises few alarms per year: %j', (world) => {
    expect(falseAlarms({ ...usual, ...world }, inForm(15, 30), randomFrom(21))).toBeLessThan(0.9)
  })

  longTest('raises at most one alert per year on eight series with day-to-day swings', () => {
    expect(quietYear({ ...swinging, rho: 0 }, 8, 2, randomFrom(31))).toBeLessThan(0.6)
    expect(quietYear(swinging, 8, 3, randomFrom(32))).toBeLessThan(1)
  })

  it('raises the threshold with the number of series', () => {
    expect(alarmThreshold(1)).toBe(9)
    expect(alarmThreshold(20)).toBeCloseTo(9 + Math.log(20), 12)
  })

  it('raises no alarm for weekends that differ every week', () => {
    const weekly = series(200, 10, (day) => ({ n: 20, share: day % 7 < 2 ? 0.2 : 0.6 }))
    expect(alarmsOf(weekly)).toEqual([])
  })

  it('raises no alarm for a single outlier day', () => {
    const single = series(200, 10, (day) => ({ n: 20, share: day === 120 ? 0 : 0.5 }))
    expect(alarmsOf(single)).toEqual([])
  })

  it('raises no alarm for replaced prompts or days without answers', () => {
    const isOld = (prompt: number) => prompt < 20
    const replaced = series(200, 40, (day, prompt) => ({
      n: isOld(prompt) === day < 120 || prompt % 2 === 0 ? 5 : 0,
      share: isOld(prompt) ? 0.6 : 0,
    }))
    expect(alarmsOf(replaced)).toEqual([])
    const failed = series(200, 40, (day) => ({ n: day >= 100 && day < 112 ? 0 : 5, share: 0.4 }))
    expect(alarmsOf(failed)).toEqual([])
  })
})

describe('a change', () => {
  it('is found within days if there are enough answers', () => {
    const fall = detectionOf(usual, -0.25, inForm(20, 60), randomFrom(22))
    expect(fall.within14).toBeGreaterThan(0.8)
    expect(fall.medianDays).toBeLessThanOrEqual(8)
    const few = detectionOf({ ...usual, prompts: 20, share: 0.1 }, -0.25, inForm(20, 60), randomFrom(23))
    expect(few.within14).toBeLessThan(0.2)
  })

  longTest('by half is found despite day-to-day swings, and one by a quarter mostly is not', () => {
    const slight = { ...swinging, sd: 0.15 }
    expect(swingingDetection(slight, -0.5, 40, randomFrom(25)).within14).toBeGreaterThan(0.85)
    const quarter = swingingDetection(slight, -0.25, 40, randomFrom(26))
    expect(quarter.within14).toBeGreaterThan(0.2)
    expect(quarter.within60).toBeGreaterThan(0.35)
    expect(swingingDetection(swinging, -0.25, 40, randomFrom(27)).within14).toBeLessThan(0.3)
  })

  it('in one series does not reduce the sensitivity of others', () => {
    const still = { ...swinging, sd: 0.15, rho: 0, days: 230 }
    for (const seed of [61, 62, 63]) {
      const random = randomFrom(seed)
      const fallen = (day: number) => swingingCells({ ...still, step: { day, moved: -0.5 } }, random)
      const [first, second] = alarmsTogether([fallen(150), fallen(200)])
      expect(first?.map(({ since }) => Math.abs(since - 150) < 3)).toEqual([true])
      expect(second?.map(({ since, day }) => Math.abs(since - 200) < 3 && day < 214)).toEqual([true])
    }
  })

  longTest('of any size raises one alarm', () => {
    for (const moved of [-0.5, 0.5])
      expect(detectionOf({ ...usual, share: 0.5 }, moved, 60, randomFrom(24)).again).toBeLessThan(0.1)
  })

  it('is reported with its first day, its size and the prompts that cause it', () => {
    const fallen = series(200, 10, (day, prompt) => ({ n: 20, share: prompt === 3 && day >= 120 ? 0 : 0.5 }))
    const [alarm, ...more] = alarmsOf(fallen)
    expect(more).toEqual([])
    expect(alarm).toMatchObject({ direction: 'down', since: 120 })
    expect(alarm?.day).toBeLessThan(126)
    expect([alarm?.before, alarm?.after]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.45, 12)])
    const days = (alarm?.day ?? 0) - 120 + 1
    expect(alarm?.cells.filter(({ moved }) => moved !== 0)).toEqual([
      { prompt: 3, n: [56 * 20, days * 20], y: [56 * 10, 0], moved: expect.closeTo(-0.05, 12) },
    ])
  })

  it('includes the prompts of all its days', () => {
    const alternating = series(200, 8, (day, prompt) => ({
      n: day % 2 === prompt % 2 ? 5 : 0,
      share: day >= 120 ? 0 : prompt < 4 ? 0.8 : 0.4,
    }))
    const [alarm] = alarmsOf(alternating)
    expect(alarm?.cells.map(({ prompt }) => prompt).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const moved = alarm?.cells.reduce((all, cell) => all + cell.moved, 0)
    expect(moved).toBeCloseTo((alarm?.after ?? 0) - (alarm?.before ?? 0), 12)
  })

  it('back to the previous level is another alarm, and so is a further step', () => {
    const back = alarmsIn({
      steps: [
        { day: 100, moved: -0.6 },
        { day: 125, moved: 0 },
      ],
    })
    expect(back.map(({ direction }) => direction)).toEqual(['down', 'up'])
    expect(back[1]?.since).toBeGreaterThanOrEqual(123)
    const further = alarmsIn({
      steps: [
        { day: 100, moved: -0.4 },
        { day: 130, moved: -0.8 },
      ],
    })
    expect(further.map(({ direction }) => direction)).toEqual(['down', 'down'])
    expect(further[1]?.before).toBeCloseTo(further[0]?.after ?? 0, 1)
  })

  it('smaller than the difference between weekdays is found', () => {
    const weekly = series(200, 10, (day) => {
      const share = day % 7 < 2 ? 0.1 : 0.7
      return { n: 20, share: day >= 120 ? share - 0.1 : share }
    })
    expect(alarmsOf(weekly).map(({ since }) => since)).toEqual([120])
  })

  it('is found on prompts that were added after an earlier change', () => {
    const levelOf = (day: number) => (day < 100 ? 0.7 : day < 250 ? 0.4 : 0.1)
    const replaced = series(300, 20, (day, prompt) => ({
      n: prompt < 10 === day < 170 ? 20 : 0,
      share: levelOf(day),
    }))
    expect(alarmsOf(replaced).map(({ since }) => since)).toEqual([100, 250])
  })

  it('reports its comparison days, which start at the previous change', () => {
    const twice = series(170, 10, (day) => ({ n: 20, share: day < 100 ? 0.6 : day < 120 ? 0.3 : 0.6 }))
    expect(alarmsOf(twice).map(({ from, since }) => [from, since])).toEqual([
      [44, 100],
      [100, 120],
    ])
  })

  it('in the first 56 days is not reported; one from zero is', () => {
    expect(alarmsIn({ days: 90, steps: [{ day: 40, moved: -0.6 }] }).filter(({ day }) => day < 56)).toEqual([])
    const named = series(200, 10, (day, prompt) => ({ n: 4, share: day >= 100 && prompt < 5 ? 0.5 : 0 }))
    expect(alarmsOf(named).map(({ direction, since }) => [direction, since])).toEqual([['up', 100]])
  })
})

it('reports no rise if one prompt gets more answers while all prompts fall', () => {
  const moved = series(140, 2, (day, prompt) =>
    day < 100
      ? { n: prompt === 0 ? 10 : 90, share: 1 - prompt }
      : { n: prompt === 0 ? 90 : 10, share: 0.9 * (1 - prompt) },
  )
  expect(alarmsOf(moved).filter(({ direction }) => direction === 'up')).toEqual([])
})

it('finds no alarm in an empty series', () => {
  expect(alarmsOf(emptyCells(200, 3))).toEqual([])
  expect(alarmsOf(emptyCells(0, 0))).toEqual([])
})
