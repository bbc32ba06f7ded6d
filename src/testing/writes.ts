import { randomUUID } from 'node:crypto'
import { type Endpoint, endpoints, type Ids, urlOf } from './endpoints.ts'
import type { Answer, TestApp } from './test-app.ts'

export const writeEndpoints = endpoints.filter(({ http }) => http.method !== 'GET')

/** A body for each write with one, with these ids. */
const bodies: Record<string, (ids: Ids) => object> = {
  'create-writing-style': () => ({ surface: 'content', name: 'Written' }),
  'create-competitor': () => ({ name: 'Hooli', primary_url: 'https://hooli.com' }),
  'update-competitor-suggestion': () => ({ status: 'dismissed' }),
  'create-prompt': () => ({ text: 'Which mittens?' }),
  'update-prompt': () => ({ countries: ['DE'] }),
  'delete-alignment-categories': ({ category_id }) => ({ category_ids: category_id }),
  'update-alignment-suggestions': ({ suggestion_id }) => ({
    updates: suggestion_id?.map((id) => ({ suggestion_id: id, suggested_prompt: 'Edited?' })),
  }),
  'update-profile': () => ({ industry: 'Hats' }),
  'start-audit': () => ({ include_link_analysis: false }),
  'set-audit-schedule': () => ({ every: 'month' }),
  'resolve-issue-page': () => ({ resolved: true }),
  'create-report': () => ({ start_date: '2026-06-01', end_date: '2026-06-07' }),
  'set-report-settings': () => ({ alerts: 'falls' }),
  'update-visibility-alert': () => ({ status: 'acknowledged' }),
  'create-export': () => ({ kind: 'answers' }),
  'create-experiment': ({ candidate_prompt_id }) => ({
    ...{ name: 'Written', started_on: '2026-06-10' },
    candidate_prompt_ids: candidate_prompt_id,
  }),
  'create-note': () => ({ day: '2026-06-03', text: 'Written' }),
  'update-opportunity': () => ({ progress: 'dismissed' }),
  'create-opportunity-comment': () => ({ text: 'Written' }),
  'check-mention': () => ({ mention: 'right' }),
  'update-experiment': () => ({ name: 'Renamed' }),
}

/** A valid body of the write; undefined if it has none. */
export function bodyOf({ name, http }: Endpoint, ids: Ids): object | undefined {
  if (http.body === undefined) return undefined
  const make = bodies[name]
  if (make === undefined) throw new Error(`no body for ${name}: add one to the test writes`)
  return make(ids)
}

/** Sends a valid read or write with these ids and this key. */
export function sendValid(
  test: TestApp,
  endpoint: Endpoint,
  ids: Ids,
  key: string,
  idempotencyKey: string = randomUUID(),
): Promise<Answer> {
  const { method } = endpoint.http
  if (method === 'GET') return test.get(urlOf(endpoint, ids), key)
  const body = bodyOf(endpoint, ids)
  return test.send(method, urlOf(endpoint, ids), key, {
    headers: { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
