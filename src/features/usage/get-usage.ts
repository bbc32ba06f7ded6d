import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { rounded } from '../visibility/index.ts'
import { durationError } from './duration-class.ts'
import { type DayUsage, type KeyUsage, readUsage, readUsageDays } from './read-usage.ts'
import { dayAfter, failureDays, firstOf, successDays, unaggregatedDays } from './usage-days.ts'

const usageCounts = {
  requests: z.int().describe('All answered requests, including refused ones.'),
  errors: z.int().describe('Sum of client_errors and server_errors.'),
  client_errors: z.int().describe('Responses with 4xx.'),
  server_errors: z.int().describe('Responses with 5xx.'),
}

export const getUsage = defineOperation({
  name: 'get-usage',
  summary: 'Show the requests of each API key of a workspace, most requests first',
  description: `Counts every answered request of a key, including refused ones (400, 401 of an expired or revoked key, 403, 404, 405, \
429, 503), 304 as a success, and requests to this endpoint. Requests without a known key are not counted.

Figures are live for the last ${unaggregatedDays} days, and aggregated by day before that. Successful requests are kept for ${successDays} \
days, failed ones for ${failureDays}: after ${successDays} days, \`requests\` equals \`errors\`. Days are in UTC.

\`p95_ms\` is the 95th percentile latency of the key’s slowest endpoint, within ${durationError * 100}%. Requests that were refused \
before they reached an endpoint (401, 404 of an unknown path, 405, 429, a workspace without API access) are not timed.`,
  on: 'workspace',
  access: 'any-key',
  role: 'admin',
  http: { method: 'GET', path: '/v1/usage', limit: 'read' },
  fields: {
    days: z.int().min(1).max(failureDays).default(30).describe('Number of days, including today.'),
  },
  entityTag: 'none',
  data: z.object({
    totals: z.object(usageCounts).describe('Totals over all keys.'),
    keys: z
      .array(
        z.object({
          api_key_id: z.uuid(),
          ...usageCounts,
          response_bytes: z.int().describe('Bytes of response bodies as sent.'),
          p95_ms: z.number().nullable().describe('For the slowest endpoint. Null if no request was timed.'),
        }),
      )
      .describe('Keys with at least one request.'),
  }),
  meta: z.object({
    period: z.object({ since: z.iso.date().describe('First day of the period.'), days: z.int() }),
  }),
  async run({ ctx: { services, workspace }, input: { days } }) {
    const timeoutMs = services.config.QUERY_TIMEOUT_SECONDS * 1000
    const endsAt = performance.now() + timeoutMs
    await services.states.usage.flush(timeoutMs)
    const keys = await readUsage(services, workspace.id, days, (endsAt - performance.now()) / 1000)
    return {
      data: {
        totals: toCounts(keys),
        keys: keys.map((key) => ({
          api_key_id: key.keyId,
          ...toCounts([key]),
          response_bytes: key.responseBytes,
          p95_ms: rounded(key.p95Ms),
        })),
      },
      meta: { period: { since: firstOf(days, services.now()), days } },
    }
  },
})

type Counted = Pick<KeyUsage, 'requests' | 'clientErrors' | 'serverErrors'>

function toCounts(keys: readonly Counted[]) {
  const sum = (count: (key: Counted) => number) => keys.reduce((total, key) => total + count(key), 0)
  const clientErrors = sum((key) => key.clientErrors)
  const serverErrors = sum((key) => key.serverErrors)
  return {
    requests: sum((key) => key.requests),
    errors: clientErrors + serverErrors,
    client_errors: clientErrors,
    server_errors: serverErrors,
  }
}

const maxKeys = 20

const counts = { ...usageCounts, response_bytes: z.int().describe('Bytes of response bodies as sent.') }
const days = z.array(z.object({ date: z.iso.date(), ...counts })).describe('Every day of the period, oldest first.')

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
