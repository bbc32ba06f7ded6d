import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { toCounts, usageCounts } from './get-usage.ts'
import { type DayUsage, readUsage, readUsageDays } from './read-usage.ts'
import { dayAfter, failureDays, firstOf, successDays } from './usage-days.ts'

const maxKeys = 20

const counts = { ...usageCounts, response_bytes: z.int().describe('Bytes of response bodies as sent.') }
const days = z
  .array(z.object({ date: z.iso.date(), ...counts }))
  .describe('Every day of the period, oldest first.')

export const getUsageDays = defineOperation({
  name: 'get-usage-days',
  summary: 'Show the requests of a workspace’s API keys per day',
  description: `Counted as in \`/v1/usage\`. Days are in UTC. After ${successDays} days, only failed requests are kept.`,
  on: 'workspace',
  access: 'any-key',
  role: 'admin',
  http: { method: 'GET', path: '/v1/usage/days', limit: 'read' },
  fields: {
    days: z.int().min(1).max(failureDays).default(30).describe('Number of days, including today.'),
  },
  entityTag: 'none',
  data: z.object({
    days: days.describe('All keys together: every day of the period, oldest first.'),
    keys: z
      .array(z.object({ api_key_id: z.uuid(), ...counts, days }))
      .describe(`The ${maxKeys} keys with the most requests in the period.`),
  }),
  meta: z.object({
    period: z.object({ since: z.iso.date().describe('First day of the period.'), days: z.int() }),
    omitted_keys: z.int().describe('Number of keys with requests that are not listed.'),
  }),
  async run({ ctx: { services, workspace }, input }) {
    const timeoutMs = services.config.QUERY_TIMEOUT_SECONDS * 1000
    const endsAt = performance.now() + timeoutMs
    const secondsLeft = () => (endsAt - performance.now()) / 1000
    await services.states.usage.flush(timeoutMs)
    const keys = await readUsage(services, workspace.id, input.days, secondsLeft())
    const shown = keys.slice(0, maxKeys)
    const ids = shown.map(({ keyId }) => keyId)
    const found = await readUsageDays(services, workspace.id, input.days, ids, secondsLeft())
    const since = firstOf(input.days, services.now())
    const dates = datesFrom(since, input.days)
    const byKey = Map.groupBy(found, ({ keyId }) => keyId)
    return {
      data: {
        days: eachDay(dates, byKey.get(undefined) ?? []),
        keys: shown.map((key) => ({
          api_key_id: key.keyId,
          ...toCounts([key]),
          response_bytes: key.responseBytes,
          days: eachDay(dates, byKey.get(key.keyId) ?? []),
        })),
      },
      meta: { period: { since, days: input.days }, omitted_keys: keys.length - shown.length },
    }
  },
})

function datesFrom(since: string, days: number): string[] {
  const dates = [since]
  while (dates.length < days) dates.push(dayAfter(dates.at(-1) as string))
  return dates
}

function eachDay(dates: readonly string[], found: readonly DayUsage[]) {
  const byDay = new Map(found.map((row) => [row.day, row]))
  return dates.map((date) => {
    const row = byDay.get(date)
    return { date, ...toCounts(row === undefined ? [] : [row]), response_bytes: row?.responseBytes ?? 0 }
  })
}
