import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { rounded } from '../visibility/index.ts'
import { durationError } from './duration-class.ts'
import { type KeyUsage, readUsage } from './read-usage.ts'
import { failureDays, firstOf, successDays, unaggregatedDays } from './usage-days.ts'

/** What is counted of requests. */
export const usageCounts = {
  requests: z.int().describe('All that were answered, refused ones too'),
  errors: z.int().describe('client_errors + server_errors'),
  client_errors: z.int().describe('Answered with 4xx'),
  server_errors: z.int().describe('Answered with 5xx'),
}

export const getUsage = defineOperation({
  name: 'get-usage',
  summary: 'What each API key of the workspace has asked for, those with most requests first',
  description: `Every request of a key counts from its answer on: also those that were refused (400, 401 of an expired or \
revoked key, 403, 404, 405, 429, 503), 304 as a success, and those of this endpoint. Requests without a key that is known here are \
nobody’s.

Figures are live for the last ${unaggregatedDays} days, and rolled up by day before that. Requests that went well are kept for ${successDays} \
days, failed ones for ${failureDays}: beyond ${successDays} days \`requests\` equals \`errors\`. Days are days of UTC.

\`p95_ms\` is the 95th percentile of the time that the key’s slowest endpoint took, within ${durationError * 100} %. Requests \
that were refused before they reached an endpoint (401, 404 of an unknown path, 405, 429, a workspace without API access) are not \
timed.`,
  on: 'workspace',
  access: 'any-key',
  role: 'admin',
  http: { method: 'GET', path: '/v1/usage', limit: 'read' },
  fields: {
    days: z.int().min(1).max(failureDays).default(30).describe('Days looked back on, today included'),
  },
  entityTag: 'none',
  data: z.object({
    totals: z.object(usageCounts).describe('Over all keys'),
    keys: z
      .array(
        z.object({
          api_key_id: z.uuid(),
          ...usageCounts,
          response_bytes: z.int().describe('Of the bodies as they were sent'),
          p95_ms: z.number().nullable().describe('Of its slowest endpoint; null where no request was timed'),
        }),
      )
      .describe('Each key with at least one request'),
  }),
  meta: z.object({
    period: z.object({ since: z.iso.date().describe('The first day'), days: z.int() }),
  }),
  async run({ ctx: { services, workspace }, input: { days } }) {
    const timeoutMs = services.config.QUERY_TIMEOUT_SECONDS * 1000
    const endsAt = performance.now() + timeoutMs
    await services.flushUsage(timeoutMs)
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

/** The counts of several keys or days together. */
export function toCounts(keys: readonly Counted[]) {
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
