import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, makeKey, startFixtureApp } from '../../testing/fixture.ts'
import { connect, oauthEnvironment, refusedCode } from '../../testing/oauth.ts'
import { makePerson } from '../../testing/people.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let brand: string

beforeAll(async () => {
  const limits = { READS_PER_MINUTE: '10', WRITES_PER_MINUTE: '2' }
  ;({ test: app, fixture } = await startFixtureApp({ ...oauthEnvironment, ...limits }))
  brand = fixture.ids.brand_id?.[0] as string
})
afterAll(() => app.close())

/** Calls a tool in one request, as clients without a session do. */
const call = (key: string, name: string, given: object = {}): Promise<Answer> =>
  app.send('POST', '/mcp?toolset=all', key, {
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  })

const remaining = ({ headers }: Answer) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])

test('a call counts as one read, and a question as one for each of its reads', async () => {
  const key = await makeKey(app, fixture.workspaceId)
  expect(remaining(await call(key, 'list_brands'))).toBe(9)
  expect(remaining(await call(key, 'visibility_report', { brand }))).toBe(8)
  // The request itself is its first read, and three more have counted since.
  expect(remaining(await call(key, 'list_brands'))).toBe(4)
  expect(remaining(await call(key, 'list_brands'))).toBe(3)
  const refused = await call(key, 'visibility_report', { brand })
  expect(refused.status).toBe(200)
  expect(refused.text).toMatch(/more than 10 read requests in a minute; retry in \d+ s\. Wait \d+ seconds/)
  const over = await call(key, 'list_brands')
  expect([over.status, refusedCode(over), Number(over.headers['retry-after']) > 0]).toEqual([429, 'rate_limited', true])
})

test('a brand given by domain costs one more read', async () => {
  const key = await makeKey(app, fixture.workspaceId, { brand_ids: [brand] })
  expect(remaining(await call(key, 'list_prompts', { brand: 'acme.com' }))).toBe(9)
  expect(remaining(await call(key, 'list_prompts', { brand }))).toBe(7)
})

test('a write counts toward the write limit too', async () => {
  const enabled = { workspace_id: fixture.workspaceId, api_writes: true }
  await app.operate('update-workspace', enabled)
  const key = await makeKey(app, fixture.workspaceId, { scopes: ['write:prompts'] })
  for (const text of ['Which one?', 'Which two?'])
    expect((await call(key, 'create_prompt', { brand, text })).text).toContain('Done: create_prompt')
  const third = await call(key, 'create_prompt', { brand, text: 'Which three?' })
  expect(third.text).toContain('more than 2 write requests')
})

test('a connected app has its own window, separate from its person’s console', async () => {
  const { browser } = await makePerson(app, fixture.workspaceId, 'owner')
  const { tokens } = await connect(app, browser)
  expect(remaining(await call(tokens.access_token, 'list_brands'))).toBe(9)
  expect(remaining(await call(tokens.access_token, 'visibility_report', { brand }))).toBe(8)
  for (let left = 4; left >= 0; left -= 1) expect(remaining(await call(tokens.access_token, 'list_brands'))).toBe(left)
  const over = await call(tokens.access_token, 'list_brands')
  expect([over.status, refusedCode(over)]).toEqual([429, 'rate_limited'])
  expect((await browser.get('/whoami')).status).toBe(200)
})

test('calls appear in the usage of their key, refused ones as errors', async () => {
  const { id, secret } = await app.operate<{ id: string; secret: string }>('create-key', {
    workspace_id: fixture.workspaceId,
    name: 'agent',
  })
  const answers = [
    await call(secret, 'list_brands'),
    await call(secret, 'list_prompts', { brand: crypto.randomUUID() }),
    await call(secret, 'list_prompts', { brand, limit: 0 }),
  ]
  const { keys } = await app.operate<{ keys: Record<string, unknown>[] }>('get-usage', {
    workspace_id: fixture.workspaceId,
  })
  const bytes = answers.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  expect(keys.find(({ api_key_id }) => api_key_id === id)).toMatchObject({
    requests: 3,
    errors: 2,
    client_errors: 2,
    server_errors: 0,
    response_bytes: bytes,
  })
})
