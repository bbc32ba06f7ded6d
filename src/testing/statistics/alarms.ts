import { type Alarm, alarmThreshold, findAlarms } from '../../lib/statistics/cusum.ts'
import type { DailyCells } from '../../lib/statistics/daily-cells.ts'
import { firstSwingDay, pooledCorrelation } from '../../lib/statistics/weekday-swings.ts'
import { type SwingingWorld, swingingCells } from './swinging-series.ts'
import { promptShares, type Run, simulateDailyRuns, type World } from './worlds.ts'

/** A world of one engine with changes. */
export interface MovingWorld extends World {
  /** From each day on, the relative increase of the prompts' shares; the last step applies. */
  steps: readonly { day: number; moved: number }[]
}

const daysOfYear = 365

/** The days of one engine, with one answer per prompt and day. */
export function dailyCells(world: MovingWorld, random: () => number): DailyCells {
  const shares = promptShares(world, random)
  const cells = emptyCells(world.days, world.prompts)
  const starts = [{ day: 0, moved: 0 }, ...world.steps]
  starts.forEach(({ day: from, moved }, index) => {
    const days = (starts[index + 1]?.day ?? world.days) - from
    const own = shares.map((engines) => engines.map((share) => Math.min(1, share * (1 + moved))))
    addRuns(cells, simulateDailyRuns({ ...world, days }, own, random), from)
  })
  return cells
}

export function emptyCells(days: number, prompts: number): DailyCells {
  return { days, prompts, n: new Uint32Array(days * prompts), y: new Uint32Array(days * prompts) }
}

function addRuns({ n, y, prompts }: DailyCells, runs: readonly Run[], from: number): void {
  for (const { prompt, day, isNamed } of runs) {
    const place = (from + day) * prompts + prompt
    n[place] = (n[place] as number) + 1
    y[place] = (y[place] as number) + Number(isNamed)
  }
}

/** Watches the series of a brand as `watchSeries` does. */
export function alarmsTogether(list: readonly DailyCells[]): Alarm[][] {
  const threshold = alarmThreshold(list.length)
  const first = list.map((series) => findAlarms(series, threshold))
  const leastCorrelation = pooledCorrelation(first.map(({ swings }) => swings))
  return list.map((series, index) => {
    const { alarms = [], swings = [] } = first[index] ?? {}
    return alarms.length === 0 ? [] : findAlarms(series, threshold, { swings, leastCorrelation }).alarms
  })
}

export const alarmsOf = (series: DailyCells): Alarm[] => alarmsTogether([series])[0] ?? []

/** Alarms per year for one series without changes. */
export function falseAlarms(world: World, times: number, random: () => number): number {
  const days = daysOfYear + 56
  let alarms = 0
  for (let time = 0; time < times; time++) alarms += alarmsOf(dailyCells({ ...world, days, steps: [] }, random)).length
  return alarms / times
}

/** Alarms per year for several swinging series together without changes, with full histories. */
export function quietYear(world: SwingingWorld, series: number, years: number, random: () => number): number {
  const days = firstSwingDay + daysOfYear
  let alarms = 0
  for (let year = 0; year < years; year++) {
    const list = Array.from({ length: series }, () => swingingCells({ ...world, days }, random))
    alarms += alarmsTogether(list)
      .flat()
      .filter(({ day }) => day >= firstSwingDay).length
  }
  return alarms / years
}

export interface Detection {
  /** Share of all changes detected within two weeks, and within 60 days. */
  within14: number
  within60: number
  /** Median days until detection, among changes detected within 60 days. */
  medianDays: number
  /** Additional alarms per detected change within these 60 days. */
  again: number
}

/** How soon a change after a number of days is detected. @param cellsOf makes a world with a change on a day */
export function detection(
  cellsOf: (days: number, changed: number) => DailyCells,
  direction: Alarm['direction'],
  times: number,
): Detection {
  const changed = firstSwingDay + 1
  const delays: number[] = []
  let again = 0
  for (let time = 0; time < times; time++) {
    const since = alarmsOf(cellsOf(changed + 60, changed)).filter(({ day }) => day >= changed)
    const found = since.findIndex((alarm) => alarm.direction === direction)
    if (found < 0) continue
    delays.push((since[found]?.day ?? 0) - changed + 1)
    again += since.length - found - 1
  }
  delays.sort((a, b) => a - b)
  return {
    within14: delays.filter((days) => days <= 14).length / times,
    within60: delays.length / times,
    medianDays: delays[delays.length >> 1] ?? Number.POSITIVE_INFINITY,
    again: again / Math.max(1, delays.length),
  }
}

/** How soon a change is detected if days are independent. */
export const detectionOf = (world: World, moved: number, times: number, random: () => number): Detection =>
  detection(
    (days, day) => dailyCells({ ...world, days, steps: [{ day, moved }] }, random),
    moved > 0 ? 'up' : 'down',
    times,
  )

/** How soon a change is detected if days swing. */
export const swingingDetection = (
  world: SwingingWorld,
  moved: number,
  times: number,
  random: () => number,
): Detection =>
  detection(
    (days, day) => swingingCells({ ...world, days, step: { day, moved } }, random),
    moved > 0 ? 'up' : 'down',
    times,
  )
