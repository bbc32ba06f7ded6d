import { z } from 'zod'
import { day, endsToday } from '../../kernel/fields.ts'
import { invalidRequest } from '../../lib/errors.ts'

/** UTC days, both inclusive. */
export interface Period {
  start_date: string
  end_date: string
}

/** The period fields of a request, for `resolvePeriod`. */
export const periodFields = {
  start_date: day.optional().describe('First day (UTC). Defaults to 29 days before end_date.'),
  end_date: day.meta(endsToday).optional().describe('Last day (UTC). Defaults to today.'),
}

export const periodSchema = z.object({ start_date: z.iso.date(), end_date: z.iso.date() }).meta({ component: 'Period' })

const dayMs = 86_400_000
const defaultDays = 30
const maxDays = 400

/** Days since 1970, as in ClickHouse. */
export const dayNumber = (date: string) => Date.parse(date) / dayMs
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

export const addDays = (date: string, days: number) => dateOf(dayNumber(date) + days)

export const daysOf = ({ start_date, end_date }: Period) => dayNumber(end_date) - dayNumber(start_date) + 1

/** The period of the last days, ending today. */
export function lastDays(days: number, now: Date): Period {
  const end_date = now.toISOString().slice(0, 10)
  return { start_date: addDays(end_date, 1 - days), end_date }
}

/**
 * Resolves the period of a request. The end defaults to today, the start to 29 days before the end.
 * @param prefix of the field names in errors
 * @throws ApiError invalid_request if the start is after the end, or the period exceeds 400 days
 */
export function resolvePeriod(
  input: { start_date?: string | undefined; end_date?: string | undefined },
  now: Date,
  prefix: '' | 'previous_' = '',
): Period {
  const end_date = input.end_date ?? now.toISOString().slice(0, 10)
  const start_date = input.start_date ?? addDays(end_date, 1 - defaultDays)
  const period = { start_date, end_date }
  if (daysOf(period) < 1) throw invalidRequest(`${prefix}start_date must not be after ${prefix}end_date (${end_date})`)
  if (daysOf(period) > maxDays)
    throw invalidRequest(`${prefix}start_date and ${prefix}end_date must span at most ${maxDays} days`)
  return period
}

/** The period of the same length that ends the day before this one starts. */
export function previousPeriod(period: Period): Period {
  const { start_date } = period
  return { start_date: addDays(start_date, -daysOf(period)), end_date: addDays(start_date, -1) }
}
