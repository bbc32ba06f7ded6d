import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, connectAgent, revisions } from '../../testing/agents.ts'
import { endpoints } from '../../testing/endpoints.ts'
import { type Fixture, makeWriter, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { toolName } from './operation-tool.ts'

let app: TestApp
let fixture: Fixture
let agent: Agent
let all: Agent
let brand: string

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  brand = fixture.ids.brand_id?.[0] as string
  agent = await connectAgent(app, fixture.key)
  all = await connectAgent(app, fixture.key, { query: '?toolset=all' })
})
afterAll(async () => {
  await agent.close()
  await all.close()
  await app.close()
})

describe.each(revisions)('revision %s', (revision) => {
  test('works with the SDK’s own client: tools, prompts, resources', async () => {
    const { client, call, close } = await connectAgent(app, fixture.key, { revision })
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getServerVersion()?.name).toBe('sightline')
    expect(client.getInstructions()).toContain('Start with visibility_report')
    expect((await client.listTools()).tools[0]?.name).toBe('visibility_report')
    expect((await client.listPrompts()).prompts).toHaveLength(3)
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(3)
    expect((await client.listResources()).resources).toEqual([])
    const { content } = await call('list_brands')
    const { body } = await app.get('/v1/brands', fixture.key)
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
    expect(ids(content.rows as never)).toEqual(ids(body.data))
    await close()
  })
})

describe('the listed tools', () => {
  test('are by default at most 15, read-only, in at most 20 kB', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.length).toBeLessThanOrEqual(15)
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(20_000)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  })

  test('with all toolsets are every endpoint of the API, for a key that can write', async () => {
    const key = await makeWriter(app, fixture.workspaceId)
    const writer = await connectAgent(app, key, { query: '?toolset=all' })
    const { tools } = await writer.client.listTools()
    await writer.close()
    const names = new Set(tools.map(({ name }) => name))
    // Readers may create, link and delete export files; no tool lets an agent do so unasked.
    const offered = endpoints.filter(({ http, access }) => http.method === 'GET' || /^write:/.test(access))
    expect(offered.filter(({ name }) => !names.has(toolName(name)))).toEqual([])
    for (const name of ['create-export', 'create-export-link', 'delete-export'])
      expect(names, name).not.toContain(toolName(name))
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    for (const { name, http } of offered)
      expect(hints[toolName(name)], name).toMatchObject(
        http.method === 'GET'
          ? { readOnlyHint: true }
          : { readOnlyHint: false, destructiveHint: http.method !== 'POST', idempotentHint: true },
      )
  })

  test('are all read-only for a key that cannot write', async () => {
    const reader = await connectAgent(app, fixture.key, { query: '?toolset=all' })
    const { tools } = await reader.client.listTools()
    await reader.close()
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    expect(tools.length).toBeGreaterThan(40)
  })

  test('have no two arguments of the same meaning', async () => {
    const key = await makeWriter(app, fixture.workspaceId)
    const writer = await connectAgent(app, key, { query: '?toolset=all' })
    const { tools } = await writer.client.listTools()
    await writer.close()
    const twice = tools.filter(({ inputSchema: { properties = {} } }) =>
      ['status', 'state'].every((name) => name in properties),
    )
    expect(twice.map(({ name }) => name)).toEqual([])
  })

  test('contain nothing useless to a model', async () => {
    const { tools } = await agent.client.listTools()
    expect(JSON.stringify(tools)).not.toMatch(/"(pattern|\$schema|takes|format)"|9007199254740991|deprecated/)
  })
})

describe('a page of rows', () => {
  test('has 20 by default, and a cursor for the next page', async () => {
    const visits = await agent.call('list_executions', { brand, limit: 2 })
    expect(visits.text).toContain('cursor = next_cursor')
    const { next_cursor, rows } = visits.content as { next_cursor: string; rows: { id: string }[] }
    const next = await agent.call('list_executions', { brand, limit: 2, cursor: next_cursor })
    const { body } = await app.get(`/v1/brands/${brand}/executions?limit=4`, fixture.key)
    const all = [...rows, ...(next.content.rows as { id: string }[])]
    expect(all.map(({ id }) => id)).toEqual((body.data as { id: string }[]).map(({ id }) => id))
  })

  test('has a summary before its rows, in the text and the structured content', async () => {
    const { text, content } = await all.call('list_cited_domains', { brand })
    expect(text).toMatch(/^\d+ rows, 2026-05-16 to 2026-06-14\. First: \S+ \(share_of_answers_pct [\d.]+\)/)
    expect(Object.keys(content)[0]).toBe('digest')
    expect(text.startsWith(`${content.digest}\n\n`)).toBe(true)
  })

  test('omits empty fields, and those that repeat another one', async () => {
    const { content } = await all.call('list_cited_domains', { brand })
    const [row] = content.rows as Record<string, unknown>[]
    expect(row).toHaveProperty('first_seen_at')
    expect(row).not.toHaveProperty('first_seen')
    expect(JSON.stringify(content)).not.toContain(':null')
    const answers = await agent.call('list_executions', { brand })
    expect(answers.content.rows[0]).toHaveProperty('mentioned_competitors')
    expect(answers.content.rows[0]).not.toHaveProperty('mentioned_competitor_ids')
    expect(JSON.stringify(answers.content)).not.toContain('_omitted":0')
  })

  test('is a headline only, if the client asks for structured results', async () => {
    const structured = await connectAgent(app, fixture.key, { query: '?results=structured' })
    const { text, content } = await structured.call('list_brands')
    await structured.close()
    expect(text).toBe(content.digest)
  })
})

describe('an error is a result that says what to do:', () => {
  const expectFix = async (tool: string, given: object, code: string, ...parts: string[]) => {
    const { isError, text, content } = await agent.call(tool, given as never)
    expect(isError).toBe(true)
    expect((content.error as { code: string }).code).toBe(code)
    for (const part of parts) expect(text).toContain(part)
  }

  test('no brand if there are several', () =>
    expectFix('visibility_report', {}, 'invalid_request', 'brand is required', brand))
  test('an unknown brand name', () =>
    expectFix('visibility_report', { brand: 'Nobody' }, 'invalid_request', 'no such name or id', brand))
  test('a missing brand', () => expectFix('list_prompts', { brand: crypto.randomUUID() }, 'not_found', 'list_brands'))
  test('an unknown argument', () =>
    expectFix('list_prompts', { brand, colour: 1 }, 'invalid_request', '"colour": unknown argument', 'limit'))
  test('a missing argument', () => expectFix('get_execution', { brand }, 'invalid_request', 'execution_id is required'))
  test('an invalid value', () =>
    expectFix('list_prompts', { brand, start_date: 'May' }, 'invalid_request', 'start_date'))
  test('a cursor of another list', () =>
    expectFix('list_prompts', { brand, cursor: 'x' }, 'invalid_cursor', 'without cursor'))

  test('except an unknown tool, which is a protocol error', async () => {
    await expect(agent.call('drop_everything')).rejects.toThrow('unknown tool drop_everything')
  })
})

test('a brand can also be given by name or domain, and a single value is accepted for a list', async () => {
  const made = await app.operate('create-workspace', { name: 'Alone' })
  const input = { workspace_id: made.id, name: 'Solo', domain: 'solo.example' }
  const { id } = await app.operate('create-brand', input)
  const { secret } = await app.operate<{ secret: string }>('create-key', { workspace_id: made.id, name: 'k' })
  const alone = await connectAgent(app, secret)
  for (const given of [undefined, 'solo', 'SOLO.example', id]) {
    const { isError, content } = await alone.call('list_executions', {
      ...(given === undefined ? {} : { brand: given }),
      engine: 'chatgpt',
    })
    expect([isError, (content.meta as { brand_id: string }).brand_id]).toEqual([false, id])
  }
  await alone.close()
})
