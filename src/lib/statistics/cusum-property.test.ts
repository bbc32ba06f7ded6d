import { expect, it } from 'vitest'
import { inForm } from '../../testing/forms.ts'
import { randomFrom } from '../../testing/statistics/random.ts'
import {
  referenceAlarm,
  referenceCorrelation,
  referenceSwing,
  referenceSwingVariance,
} from '../../testing/statistics/reference-alarms.ts'
import { swingingCells } from '../../testing/statistics/swinging-series.ts'
import { findAlarms } from './cusum.ts'
import type { DailyCells } from './daily-cells.ts'
import { pooledCorrelation, swingVariance } from './weekday-swings.ts'

const random = randomFrom(41)
const swings = { prompts: 30, share: 0.4, likeness: 0.2, sd: 0.8, swings: 'ar', rho: 0.95 } as const

/** Creates a random series: few prompts, missing days, missing and repeated answers, shares of 0% and 100%. */
function randomSeries(time: number): DailyCells {
  const share = time % 6 === 4 ? 0 : time % 6 === 5 ? 1 : 0.1 + 0.8 * random()
  const prompts = 1 + Math.floor(6 * random())
  const days = 60 + Math.floor(80 * random())
  const likeness = share * (1 - share) === 0 ? 0 : 0.3
  const cells = swingingCells(
    {
      ...{ prompts, share, likeness, days, sd: 0.8 * random(), rho: 0.9 * random() },
      swings: time % 2 === 0 ? 'ar' : 'half',
      step: { day: days - 12, moved: time % 3 === 0 ? -0.7 : 0 },
    },
    random,
  )
  if (share === 1 || share === 0) cells.y.fill(share)
  const missing = time % 2 === 0 ? 0 : 0.5 * random()
  for (let day = 0; day < days; day++) {
    const isMissing = random() < missing
    for (let place = day * prompts; place < (day + 1) * prompts; place++) {
      const n = isMissing || random() < missing / 4 ? 0 : 1 + Number(random() < missing / 4)
      cells.n[place] = n
      cells.y[place] = n * (cells.y[place] as number)
    }
  }
  return cells
}

it('finds the same first alarm as the reference implementation on random series', () => {
  const seen = { alarms: 0, short: 0, still: 0, swinging: 0, pairs: 0 }
  for (let time = 0; time < inForm(8, 45); time++) {
    const series = randomSeries(time)
    // The days of the second series swing more, so that its correlation affects both.
    const list = time % 3 === 0 ? [series] : [series, swingingCells({ ...swings, days: series.days }, random)]
    const threshold = 2 + 3 * random()
    const first = list.map((series) => findAlarms(series, threshold))
    const pooled = pooledCorrelation(first.map(({ swings }) => swings))
    const own = first[0] as (typeof first)[0]
    const expected = referenceAlarm(series, threshold, pooled)
    const { alarms } = findAlarms(series, threshold, { swings: own.swings, leastCorrelation: pooled })
    const [alarm] = alarms
    expect(alarm && { day: alarm.day, since: alarm.since, direction: alarm.direction }, `${time}`).toEqual(expected)
    seen.alarms += Number(alarm !== undefined)
    seen.short += Number(series.days < 119)
    // Until the first alarm, the reference day of each swing is the day itself.
    const days = [...own.swings.keys()].filter((day) => own.swings[day]?.reference === day)
    for (const day of days.filter((_, index) => index % 12 === 3)) {
      const moments = own.swings[day]
      if (moments === undefined) continue
      const plain = referenceSwing(series, day)
      expect(moments.variance).toBeCloseTo(plain.variance, 9)
      expect(moments.covariance).toBeCloseTo(plain.covariance, 9)
      expect(moments.noise).toBeCloseTo(plain.noise, 12)
      const added = referenceSwingVariance(plain, pooled(day))
      expect(swingVariance(moments, pooled(day))).toBeCloseTo(added, 9)
      seen.still += Number(plain.noise === 0)
      seen.swinging += Number(added > 0)
      const other = first[1]?.swings[day]
      if (other?.reference !== day) continue
      const both = [plain, referenceSwing(list[1] as DailyCells, day)]
      expect(pooled(day)).toBeCloseTo(referenceCorrelation(both), 9)
      seen.pairs += 1
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(inForm(0, 4))
})
