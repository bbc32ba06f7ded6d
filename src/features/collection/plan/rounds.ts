import type { Plan } from './plan.ts'

/** A time range in which each slot of a plan runs once. */
export interface Round {
  start: Date
  end: Date
}

const day = 86_400_000
const week = 7 * day
/** Weeks start on Monday (UTC). 1970 started on a Thursday. */
const firstMonday = 4 * day

type Frequency = Pick<Plan, 'times_per_day' | 'times_per_week'>

/** Splits UTC days or weeks into equal runs. Returns those that end after `from` and start before `until`. */
export function roundsBetween(frequency: Frequency, from: Date, until: Date): Round[] {
  const { length, origin } = lengthOf(frequency)
  const rounds: Round[] = []
  for (let index = Math.floor((from.getTime() - origin) / length); ; index++) {
    const start = Math.round(origin + index * length)
    if (start >= until.getTime()) return rounds
    rounds.push({ start: new Date(start), end: new Date(Math.round(origin + (index + 1) * length)) })
  }
}

/** Average number of runs in 30 days. */
export const roundsPerMonth = (frequency: Frequency) => (30 * day) / lengthOf(frequency).length

const lengthOf = ({ times_per_day, times_per_week }: Frequency) =>
  times_per_week === null
    ? { length: day / (times_per_day ?? 1), origin: 0 }
    : { length: week / times_per_week, origin: firstMonday }
