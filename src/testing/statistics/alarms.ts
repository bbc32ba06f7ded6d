import { type Alarm, alarmThreshold, type DailyCells, findAlarms } from '../../lib/statistics/cusum.ts'
import { askDaily, promptShares, type Run, type World } from './worlds.ts'

/** A world of one engine that moves. */
export interface MovingWorld extends World {
  /** From which day on prompts are named by how much more often; the last step counts. */
  steps: readonly { day: number; moved: number }[]
}

const daysOfYear = 365

/** The days of one engine, each prompt asked once a day. */
export function dailyCells(world: MovingWorld, random: () => number): DailyCells {
  const shares = promptShares(world, random)
  const cells = emptyCells(world.days, world.prompts)
  const starts = [{ day: 0, moved: 0 }, ...world.steps]
  starts.forEach(({ day: from, moved }, index) => {
    const days = (starts[index + 1]?.day ?? world.days) - from
    const own = shares.map((engines) => engines.map((share) => Math.min(1, share * (1 + moved))))
    addRuns(cells, askDaily({ ...world, days }, own, random), from)
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

const alarmsOf = (world: MovingWorld, random: () => number): Alarm[] =>
  findAlarms(dailyCells(world, random), alarmThreshold(1))

/** Alarms a year of one series in which nothing moves. */
export function falseAlarms(world: World, times: number, random: () => number): number {
  const days = daysOfYear + 56
  let alarms = 0
  for (let time = 0; time < times; time++) alarms += alarmsOf({ ...world, days, steps: [] }, random).length
  return alarms / times
}

export interface Detection {
  /** Of all changes, the share that is found within two weeks. */
  within14: number
  /** Days until those that are found within 60 are; the median. */
  medianDays: number
  /** Further alarms a change within these 60 days, of a change that is found. */
  again: number
}

/** How soon a change of the hundredth day is found. */
export function detectionOf(world: World, moved: number, times: number, random: () => number): Detection {
  const changed = 100
  const steps = [{ day: changed, moved }]
  const delays: number[] = []
  let again = 0
  for (let time = 0; time < times; time++) {
    const alarms = alarmsOf({ ...world, days: changed + 60, steps }, random)
    const since = alarms.filter(({ day }) => day >= changed)
    const found = since.findIndex(({ direction }) => (direction === 'up') === moved > 0)
    if (found < 0) continue
    delays.push((since[found]?.day ?? 0) - changed + 1)
    again += since.length - found - 1
  }
  delays.sort((a, b) => a - b)
  return {
    within14: delays.filter((days) => days <= 14).length / times,
    medianDays: delays[delays.length >> 1] ?? Number.POSITIVE_INFINITY,
    again: again / Math.max(1, delays.length),
  }
}
