import { twoSidedP } from './distributions.ts'

/** Weeks before the one that is tested. */
const baseWeeks = 8
/** Days that a test needs, the tested week last. */
export const weekTestDays = 7 * (baseWeeks + 1)

/** Below this many events before the week, a rise or fall says little. */
const minBase = 40

interface WeekChange {
  /** Events per week before, and those of the week. */
  before: number
  after: number
  p: number
}

/**
 * Tests whether the last week of a daily count differs from the eight weeks before. Its variance is a Poisson count's,
 * times a dispersion of at least 1 (McCullagh and Nelder, Generalized Linear Models, 1989, chapter 6.2.3): Pearson's of
 * days around the mean of their weekday, and of whole weeks, as days of a week can vary together. The larger p counts.
 * @param days a count for each of `weekTestDays`
 * @returns undefined with too few events before
 */
export function testWeek(days: readonly number[]): WeekChange | undefined {
  const base = days.slice(0, -7)
  const weeks = Array.from({ length: baseWeeks }, (_, week) => sum(base.slice(7 * week, 7 * week + 7)))
  const total = sum(weeks)
  if (total < minBase) return undefined
  const before = total / baseWeeks
  const after = sum(days.slice(-7))
  const weekdays = Array.from({ length: 7 }, (_, weekday) => sum(base.filter((_, day) => day % 7 === weekday)))
  const pOf = (dispersion: number, df: number) => {
    const variance = Math.max(1, dispersion / df) * ((total + after) / (baseWeeks + 1)) * (1 + 1 / baseWeeks)
    return twoSidedP((after - before) / Math.sqrt(variance), df)
  }
  const byDay = pearson(base, (day) => (weekdays[day % 7] as number) / baseWeeks)
  const byWeek = pearson(weeks, () => before)
  return { before, after, p: Math.max(pOf(byDay, base.length - 7), pOf(byWeek, baseWeeks - 1)) }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const pearson = (values: readonly number[], expected: (at: number) => number) =>
  sum(values.map((value, at) => (expected(at) === 0 ? 0 : (value - expected(at)) ** 2 / expected(at))))
