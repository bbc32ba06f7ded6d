import type { Plan } from './plan.ts'

/** A stretch of time in which each question of a plan is asked once. */
export interface Round {
  start: Date
  end: Date
}

const day = 86_400_000
const week = 7 * day
/** Weeks begin on Mondays of UTC; 1970 began on a Thursday. */
const firstMonday = 4 * day

type Rhythm = Pick<Plan, 'times_per_day' | 'times_per_week'>

/** Days and weeks of UTC in as many parts as a plan has rounds in them: those that end after `from` and begin before `until`. */
export function roundsBetween(rhythm: Rhythm, from: Date, until: Date): Round[] {
  const { length, origin } = lengthOf(rhythm)
  const rounds: Round[] = []
  for (let index = Math.floor((from.getTime() - origin) / length); ; index++) {
    const start = Math.round(origin + index * length)
    if (start >= until.getTime()) return rounds
    rounds.push({ start: new Date(start), end: new Date(Math.round(origin + (index + 1) * length)) })
  }
}

/** How many rounds there are in 30 days, on average. */
export const roundsPerMonth = (rhythm: Rhythm) => (30 * day) / lengthOf(rhythm).length

const lengthOf = ({ times_per_day, times_per_week }: Rhythm) =>
  times_per_week === null
    ? { length: day / (times_per_day ?? 1), origin: 0 }
    : { length: week / times_per_week, origin: firstMonday }
