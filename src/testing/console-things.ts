import { randomUUID } from 'node:crypto'
import type { ConsoleRequest } from './console-requests.ts'
import type { Ids } from './endpoints.ts'
import { makePerson } from './people.ts'
import { type Answer, answersFile, type TestApp } from './test-app.ts'

/** Creates things that the fixture lacks. */
export async function makeThings(
  test: TestApp,
  workspace_id: string,
  { brand_id = [], webhook_id = [] }: Ids,
): Promise<Ids> {
  const brand = brand_id[0] as string
  const invitation = { workspace_id, email: 'somebody@people.example', role: 'viewer' }
  const keys = await test.operate<{ id: string }[]>('list-keys', { workspace_id })
  const found = await test.operate<{ id: string }[]>('list-opportunities', { brand_id: brand })
  const spare = await makePerson(test, workspace_id, 'viewer')
  // Sessions are listed only after they opened the workspace.
  await spare.browser.get('/brands')
  const sessions = await test.operate<{ id: string }[]>('list-member-sessions', {
    workspace_id,
    email: spare.email,
  })
  await test.operate('import-answers', { brand_id: brand }, answersFile([rawAnswer]))
  const newest = await test.operate<{ id: string }[]>('list-executions', { brand_id: brand })
  const sent = await test.operate<{ id: string }[]>('list-webhook-deliveries', {
    webhook_id: webhook_id[0] as string,
  })
  return {
    delivery_id: sent.map(({ id }) => id),
    key_id: keys.map(({ id }) => id),
    invitation_id: [(await test.operate('create-invitation', invitation)).id],
    token_id: [(await test.operate('create-ingest-token', { brand_id: brand, name: 'Logs' })).id],
    opportunity_id: found.map(({ id }) => id),
    execution_id: newest.map(({ id }) => id),
    email: [spare.email],
    person_id: [spare.id],
    session_id: sessions.map(({ id }) => id),
    task_id: [await startTask(test, workspace_id, brand)],
    lost_request_id: [await loseRequest(test, workspace_id, brand)],
  }
}

/** Stores a request without a response, which takes a provider that fails. */
async function loseRequest({ app }: TestApp, workspace_id: string, brand_id: string): Promise<string> {
  const attempt_id = randomUUID()
  const lost = { attempt_id, workspace_id, brand_id, slot_id: null, source_id: null, engine: 'chatgpt' }
  await app.services.db
    .insertInto('collection_lost_requests')
    .values({ ...lost, month: '2026-06-01', cost_nanos: 1000, reason: 'lost', lost_at: new Date() })
    .execute()
  return attempt_id
}

/** Newer than the others, with a raw body. */
const rawAnswer = {
  ...{ prompt: 'Which shoes?', engine: 'chatgpt', executed_at: '2026-06-10T08:00:00Z' },
  format: 'openai-chat',
  response: { choices: [{ message: { role: 'assistant', content: 'Acme' }, finish_reason: 'stop' }] },
}

async function startTask(test: TestApp, workspaceId: string, brandId: string): Promise<string> {
  const owner = await makePerson(test, workspaceId, 'owner')
  const query = new URLSearchParams({ operation: 'reread-answers', brand_id: brandId })
  const { body } = await owner.browser.post(`/operations/start-task?${query}`)
  return (body.data as { id: string }).id
}

/** The parts that distinguish refusals: everything but the request id, the time and the remaining limit. */
export function seenOf({ status, text, headers, body }: Answer) {
  const { 'x-request-id': id, date: _date, ratelimit: _left, etag: _tag, ...rest } = headers
  return { status, text: text.replace(String(id), '').replaceAll(String(body.request_id), ''), rest }
}

/** Fields whose ids have another name elsewhere. */
export const idSources: Record<string, string> = {
  brand_ids: 'brand_id',
  of_brand_id: 'brand_id',
  tag_ids: 'tag_id',
  add_tag_ids: 'tag_id',
  remove_tag_ids: 'tag_id',
  prompt_ids: 'prompt_id',
  treated_prompt_ids: 'prompt_id',
  control_prompt_ids: 'prompt_id',
  candidate_prompt_ids: 'prompt_id',
  lost_request_ids: 'lost_request_id',
  topic_ids: 'topic_id',
  category_ids: 'category_id',
  parent_topic_id: 'topic_id',
  parent_product_id: 'product_id',
  fallback_source_id: 'source_id',
  person_ids: 'person_id',
}

/** The request with that field added if it is missing. */
export function naming(request: ConsoleRequest, name: string, value: string | string[]): ConsoleRequest {
  const { method, path, body } = request
  const id = [value].flat()[0] as string
  if (path.includes(id) || JSON.stringify(body ?? {}).includes(id)) return request
  if (method !== 'GET') return { ...request, body: { ...(body as object), [name]: value } }
  return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${name}=${id}` }
}
