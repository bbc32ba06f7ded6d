import type { Plan } from './plan.ts'

/** A time range in which each slot of a plan runs once. */
export interface Round {
  start: Date
  end: Date
}

type Frequency = Pick<Plan, 'times_per_day' | 'times_per_week'>
type Times = Frequency & Pick<Plan, 'start_hour' | 'time_zone'>

/**
 * Splits the days or weeks (from Monday) of a time zone into equal runs. Returns those that end after `from` and
 * start before `until`. An hour that a change of the clock skips starts at the next time that exists; one that
 * it repeats starts once, at the first.
 */
export function roundsBetween(plan: Times, from: Date, until: Date): Round[] {
  const { time_zone: timeZone, start_hour: hour } = plan
  const { days, times } = lengthOf(plan)
  const startOf = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds
  const today = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  // Before the starting hour, the previous day or week still runs.
  let date = today.subtract({ days: days === 1 ? 1 : today.dayOfWeek - 1 + days })
  const rounds: Round[] = []
  for (let start = startOf(date); start < until.getTime(); ) {
    date = date.add({ days })
    const end = startOf(date)
    const at = (index: number) => new Date(Math.round(start + (index * (end - start)) / times))
    for (let index = 0; index < times; index++) rounds.push({ start: at(index), end: at(index + 1) })
    start = end
  }
  // A day that a zone skips, as when it crosses the date line, has no runs.
  return rounds.filter(({ start, end }) => start < end && end > from && start < until)
}

/** Average number of runs in 30 days. */
export function roundsPerMonth(frequency: Frequency): number {
  const { days, times } = lengthOf(frequency)
  return (30 * times) / days
}

const lengthOf = ({ times_per_day, times_per_week }: Frequency) =>
  times_per_week === null ? { days: 1, times: times_per_day ?? 1 } : { days: 7, times: times_per_week }
