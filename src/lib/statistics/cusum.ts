import type { DailyCells } from './daily-cells.ts'
import { firstSwingDay, lastBaseDay, type Swing, type Swings, swingBefore, swingVariance } from './weekday-swings.ts'

export type Direction = 'up' | 'down'

/** A prompt in the days before a change and in the days since it. */
export interface MovedCell {
  /** Its index among the prompts of the series. */
  prompt: number
  n: readonly [before: number, after: number]
  y: readonly [before: number, after: number]
  /** Its contribution to the change of the share. */
  moved: number
}

/** A change of a share. Days are indexes into the series. */
export interface Alarm {
  direction: Direction
  /** The first day of the run that raised the alarm. */
  since: number
  /** The day that raised the alarm. */
  day: number
  /** The first day of the comparison; the last is the day before `since`. */
  from: number
  /** Shares of its prompts, weighted by their answers since the change: before it, and since. */
  before: number
  after: number
  cells: MovedCell[]
}

/** Base of a day: from 56 to 8 days before it, so that a change is not compared with itself. */
export const firstBaseDay = 56
/** Fewer days with answers do not show how much days vary. */
const minBaseDays = 14
const week = 7
const drift = 0.5
/** The variance of a median of normal values is π/2 times that of their mean. */
const medianVariance = Math.PI / 2
const maxDeviation = 4
/** Minimum variance of single answers within prompts, as a part of p(1−p)/n. */
const minNoiseRatio = 0.3

/** The sum of deviations above which this number of series raises an alarm. */
export const alarmThreshold = (series: number): number => 9 + Math.log(Math.max(1, series))

/** After an alarm, the base of later days: the days since the change, until they fill the base. */
interface Moved {
  since: number
  /** The day whose base has the weekday pattern: the day before the first change. */
  reference: number
}

interface Run {
  sum: number
  /** Its first day: the day after the sum was 0. */
  since: number
  /** Variance that correlated swings add, as of that day. */
  swing: number
}

const newRun = (): Run => ({ sum: 0, since: 0, swing: 0 })
const directions = ['up', 'down'] as const
const signOf = (direction: Direction) => (direction === 'up' ? 1 : -1)

/**
 * Finds changes of the share of answers that mention an entity: a two-sided CUSUM (Page 1954) of each day's
 * deviation from the same weekdays of the seven weeks before, in multiples of the variation between days,
 * including correlated swings. Only prompts with answers on that day and on at least half of the base's days
 * count. Restarts after an alarm at the new level.
 * @param threshold of `alarmThreshold`
 * @param before the result with only the series' own swings, and the minimum correlation per day
 */
export function findAlarms(
  series: DailyCells,
  threshold: number,
  before: { swings: Swings; leastCorrelation: (day: number) => number } = {
    swings: [],
    leastCorrelation: () => 0,
  },
) {
  const asked = askedDays(series)
  const first = asked.indexOf(true)
  const alarms: Alarm[] = []
  const swings: (Swing | undefined)[] = []
  const runs: Record<Direction, Run> = { up: newRun(), down: newRun() }
  const measured: (Measured | undefined)[] = []
  let moved: Moved | undefined
  // Days before the last change that fills the base do not show how days swing since.
  let settledSince = 0
  for (let day = first + firstBaseDay; first >= 0 && day < series.days; day++) {
    if (moved !== undefined && day - firstBaseDay >= moved.since) {
      settledSince = moved.since
      moved = undefined
    }
    const reference = moved?.reference ?? day
    const cells = asked[day] === true ? matchedCells(series, asked, day, reference) : []
    const reading = readDay(series, cells, day, reference)
    measured[day] = reading && { ...reading, z: { up: 0, down: 0 } }
    const from = Math.max(settledSince, reference - firstSwingDay)
    const known = before.swings[day]
    const isKnown = known?.from === from && known.reference === reference
    const own = isKnown || reading === undefined ? known : swingBefore(series, cells, from, reference)
    swings[day] = own
    const swing = own === undefined ? 0 : swingVariance(own, before.leastCorrelation(reference))
    for (const direction of directions) {
      const run = runs[direction]
      // As of its first day, so that a change does not widen the variance that it is tested with.
      if (run.sum === 0) Object.assign(run, { since: day, swing })
      const today = measured[day]
      if (today !== undefined) today.z[direction] = deviation(today, moved, measured, run.swing)
      run.sum = Math.max(0, run.sum + signOf(direction) * (today?.z[direction] ?? 0) - drift)
    }
    const direction = runs.up.sum > runs.down.sum ? 'up' : 'down'
    if (runs[direction].sum <= threshold) continue
    const since = changePoint(measured, direction, runs[direction].since, day)
    const details = describeChange(series, asked, measured, { since, day }, moved)
    // If only the numbers of answers changed, prompts in both periods show no change.
    if ((details.after - details.before) * signOf(direction) > 0) alarms.push({ direction, since, day, ...details })
    for (const each of directions) runs[each] = newRun()
    moved = { since, reference: moved?.reference ?? since }
    remeasure(series, asked, measured, moved, day)
  }
  return { alarms, swings }
}

const askedDays = ({ n, prompts, days }: DailyCells): boolean[] =>
  Array.from({ length: days }, (_, day) =>
    n.subarray(day * prompts, (day + 1) * prompts).some((answers) => answers > 0),
  )

/** The most probable first day of a change in a run (Hinkley 1970): the days from it on deviate most. */
function changePoint(
  measured: readonly (Measured | undefined)[],
  direction: Direction,
  from: number,
  to: number,
): number {
  let best = { day: to, likelihood: -1 }
  let sum = 0
  let days = 0
  for (let day = to; day >= from; day--) {
    const own = measured[day]
    if (own === undefined) continue
    sum += own.z[direction]
    days += 1
    if (sum ** 2 / days > best.likelihood) best = { day, likelihood: sum ** 2 / days }
  }
  return best.day
}

/** A day's share, with the share expected by its base. */
interface Reading {
  share: number
  answers: number
  /** The mean of the same weekdays in the base, and their number. */
  expected: number
  weekdays: number
  /** The base's mean share, and its variance within weekdays. */
  mean: number
  variance: number
}

interface Measured extends Reading {
  /** By the swings as of the first day of each direction's run. */
  z: Record<Direction, number>
}

const baseOf = (reference: number) => ({
  from: Math.max(0, reference - firstBaseDay),
  to: reference - lastBaseDay,
})

/** @returns undefined if the base has too few days, none of this weekday, or no prompt with enough answers */
function readDay(series: DailyCells, cells: readonly number[], day: number, reference: number): Reading | undefined {
  const own = sumOf(series, day, cells)
  if (own.n === 0) return undefined
  const { from, to } = baseOf(reference)
  const shares: { weekday: number; share: number }[] = []
  for (let base = from; base <= to; base++) {
    const { n, y } = sumOf(series, base, cells)
    if (n > 0) shares.push({ weekday: base % week, share: y / n })
  }
  const byWeekday = new Map(
    [...Map.groupBy(shares, ({ weekday }) => weekday)].map(([weekday, days]) => [
      weekday,
      { mean: meanOf(days.map(({ share }) => share)), days: days.length },
    ]),
  )
  const same = byWeekday.get(day % week)
  if (shares.length < minBaseDays || same === undefined) return undefined
  const squares = shares.reduce(
    (all, { weekday, share }) => all + (share - (byWeekday.get(weekday)?.mean ?? 0)) ** 2,
    0,
  )
  return {
    share: own.y / own.n,
    answers: own.n,
    expected: same.mean,
    weekdays: same.days,
    mean: meanOf(shares.map(({ share }) => share)),
    variance: squares / Math.max(1, shares.length - byWeekday.size),
  }
}

const medianOf = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]] as [number, number]
  return (low + high) / 2
}

const meanOf = (values: readonly number[]) => values.reduce((all, value) => all + value, 0) / values.length

/** Prompts with answers on a day, and on at least half of the base's days with answers. */
function matchedCells({ n, prompts }: DailyCells, asked: readonly boolean[], day: number, reference: number): number[] {
  const times = new Uint16Array(prompts)
  const { from, to } = baseOf(reference)
  let days = 0
  for (let base = from; base <= to; base++) {
    if (asked[base] !== true) continue
    days += 1
    for (let prompt = 0; prompt < prompts; prompt++)
      if ((n[base * prompts + prompt] as number) > 0) times[prompt] = (times[prompt] as number) + 1
  }
  const cells: number[] = []
  for (let prompt = 0; prompt < prompts; prompt++)
    if ((n[day * prompts + prompt] as number) > 0 && days > 0 && (times[prompt] as number) * 2 >= days)
      cells.push(prompt)
  return cells
}

function sumOf({ n, y, prompts }: DailyCells, day: number, cells: readonly number[]) {
  const sum = { n: 0, y: 0 }
  for (const prompt of cells) {
    sum.n += n[day * prompts + prompt] as number
    sum.y += y[day * prompts + prompt] as number
  }
  return sum
}

/**
 * The deviation of a day from its expected share. After a change this is the mean of the days since, with the
 * weekday pattern from before. Single answers then vary as if prompts were equal, as there are few days.
 * @param swing variance that correlated swings add to that of a day
 */
function deviation(
  { share, answers, expected, weekdays, mean, variance }: Reading,
  moved: Moved | undefined,
  measured: readonly (Measured | undefined)[],
  swing: number,
): number {
  // Excludes the day itself.
  const since = moved === undefined ? [] : measured.slice(moved.since, -1).filter((day) => day !== undefined)
  const steps = since.map((day) => day.share - day.expected)
  const step = steps.length === 0 ? 0 : medianOf(steps)
  const p = Math.min(1, Math.max(0, mean + step))
  const noise = ((moved === undefined ? minNoiseRatio : 1) * p * (1 - p)) / answers
  const spread = Math.max(variance, noise) + swing
  const error = Math.sqrt(spread * (1 + 1 / weekdays + (moved === undefined ? 0 : medianVariance / steps.length)))
  const off = share - expected - step
  const isTooEarly = moved !== undefined && steps.length < week
  return off === 0 || isTooEarly ? 0 : Math.min(maxDeviation, Math.max(-maxDeviation, off / error))
}

/** Measures the days since a change by the base from before it. They are the level for later days. */
function remeasure(
  series: DailyCells,
  asked: readonly boolean[],
  measured: (Measured | undefined)[],
  { since, reference }: Moved,
  until: number,
): void {
  for (let day = since; day <= until; day++) {
    const cells = asked[day] === true ? matchedCells(series, asked, day, reference) : []
    const reading = readDay(series, cells, day, reference)
    measured[day] = reading && { ...reading, z: { up: 0, down: 0 } }
  }
}

/**
 * The size of a change, and its prompts: those that counted on any of its days. A prompt's contribution is
 * weighted by its part of the answers since, so that all contributions sum to the change.
 */
function describeChange(
  series: DailyCells,
  asked: readonly boolean[],
  measured: readonly (Measured | undefined)[],
  { since, day }: { since: number; day: number },
  moved: Moved | undefined,
): Pick<Alarm, 'from' | 'before' | 'after' | 'cells'> {
  const prompts = new Set<number>()
  for (let own = since; own <= day; own++)
    if (measured[own] !== undefined)
      for (const prompt of matchedCells(series, asked, own, moved?.reference ?? own)) prompts.add(prompt)
  const from = moved?.since ?? baseOf(since).from
  const cells = [...prompts]
    .map((prompt) => {
      const before = sumOfDays(series, prompt, from, since - 1)
      const after = sumOfDays(series, prompt, since, day)
      return { prompt, n: [before.n, after.n] as const, y: [before.y, after.y] as const }
    })
    .filter(({ n }) => n[0] > 0 && n[1] > 0)
  const answers = cells.reduce((all, { n }) => all + n[1], 0)
  const shareOf = (period: 0 | 1) =>
    cells.reduce((all, { n, y }) => all + ((n[1] / answers) * y[period]) / n[period], 0)
  return {
    from,
    before: shareOf(0),
    after: shareOf(1),
    cells: cells.map((cell) => {
      const { n, y } = cell
      return { ...cell, moved: (n[1] / answers) * (y[1] / n[1] - y[0] / n[0]) }
    }),
  }
}

function sumOfDays({ n, y, prompts }: DailyCells, prompt: number, from: number, to: number) {
  const sum = { n: 0, y: 0 }
  for (let day = Math.max(0, from); day <= to; day++) {
    sum.n += n[day * prompts + prompt] as number
    sum.y += y[day * prompts + prompt] as number
  }
  return sum
}
