import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, connectAgent, originOf } from '../../testing/agents.ts'
import { type Fixture, makeKey, makeWriter, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'
import writes from './curated-writes.json' with { type: 'json' }
import { toolName } from './operation-tool.ts'

let app: TestApp
let fixture: Fixture
let brand: string
let writer: Agent

const query = '?toolset=write'
const written = Object.keys(writes).map(toolName)

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  brand = fixture.ids.brand_id?.[0] as string
  writer = await connectAgent(app, await makeWriter(app, fixture.workspaceId), { query })
})
afterAll(async () => {
  await writer.close()
  await app.close()
})

const toolsFor = async (key: string) => {
  const agent = await connectAgent(app, key, { query })
  const { tools } = await agent.client.listTools()
  await agent.close()
  return tools
}
const writesOf = (tools: Awaited<ReturnType<typeof toolsFor>>) =>
  tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)

describe('the tools that write are listed', () => {
  test('next to the default ones, in at most 40 kB, for a key that can write', async () => {
    const { tools } = await writer.client.listTools()
    const reader = await connectAgent(app, fixture.key)
    const reads = (await reader.client.listTools()).tools.map(({ name }) => name)
    await reader.close()
    expect(tools.map(({ name }) => name)).toEqual([...reads, ...written])
    expect(writesOf(tools)).toEqual(written)
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(40_000)
    expect(writer.client.getInstructions()).toContain('only if the user asked for this change')
  })

  test('only as far as the scopes of the key reach', async () => {
    const scopes = ['read:basic', 'read:visibility', 'write:competitors']
    const tools = await toolsFor(await makeKey(app, fixture.workspaceId, { scopes }))
    expect(writesOf(tools)).toEqual(['create_competitor', 'update_competitor_suggestion'])
    expect(writesOf(await toolsFor(fixture.key))).toEqual([])
  })

  test('for no key of a workspace without API writes', async () => {
    const key = await makeWriter(app, fixture.workspaceId)
    await app.operate('update-workspace', { workspace_id: fixture.workspaceId, api_writes: false })
    expect(writesOf(await toolsFor(key))).toEqual([])
    await app.operate('update-workspace', { workspace_id: fixture.workspaceId, api_writes: true })
  })
})

test('an app without a token learns which scopes to ask for, those of writes only for this toolset', async () => {
  const asked = async (path: string) => {
    const { headers } = await fetch(`${await originOf(app)}/mcp${path}`, { method: 'POST', body: '{}' })
    return /scope="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1]?.split(' ') ?? []
  }
  expect((await asked('')).filter((scope) => scope.startsWith('write:'))).toEqual([])
  const scopes = await asked(query)
  expect(scopes).toContain('read:visibility')
  expect(scopes.filter((scope) => scope.startsWith('write:'))).toEqual(['write:prompts', 'write:competitors'])
})

describe('a tool that writes', () => {
  const rows = async <T>(path: string) =>
    (await app.get(`/v1/brands/${brand}/${path}`, fixture.key)).body.data as unknown as T[]

  test('gives an opportunity a progress and an owner by name', async () => {
    const opportunity_id = fixture.ids.opportunity_id?.at(-1) as string
    const { isError, text } = await writer.call('update_opportunity', {
      ...{ brand, opportunity_id, progress: 'doing' },
      ...{ owner: 'opportunity OWNER', due_on: '2026-07-01' },
    })
    expect([isError, text]).toEqual([false, expect.stringMatching(/^Done: update_opportunity\./)])
    const shown = (await rows<{ id: string }>('opportunities?limit=100')).find(({ id }) => id === opportunity_id)
    expect(shown).toMatchObject({ progress: 'doing', owner_name: 'Opportunity owner', due_on: '2026-07-01' })
  })

  test.each([
    ['Nobody', 'owner: no member with access to the brand has this name'],
    ['me', 'owner: keys and the operator cannot own opportunities'],
  ])('refuses the owner %s', async (owner, problem) => {
    const opportunity_id = fixture.ids.opportunity_id?.[0] as string
    const { isError, text } = await writer.call('update_opportunity', { brand, opportunity_id, owner })
    expect([isError, text]).toEqual([true, expect.stringContaining(problem)])
  })

  test('comments under the name of the key', async () => {
    const opportunity_id = fixture.ids.opportunity_id?.[0] as string
    await writer.call('create_opportunity_comment', { brand, opportunity_id, text: 'I drafted the page.' })
    const comments = await rows(`opportunities/${opportunity_id}/comments`)
    expect(comments).toContainEqual(
      expect.objectContaining({ author_id: null, author_name: 'test', text: 'I drafted the page.' }),
    )
  })

  test('marks a day with a note, which is not added a second time', async () => {
    const note = { brand, day: '2026-06-04', text: 'Relaunch' }
    expect((await writer.call('create_note', note)).isError).toBe(false)
    expect((await writer.call('create_note', note)).content.replayed).toBe(true)
    expect((await rows<{ text: string }>('notes')).filter(({ text }) => text === 'Relaunch')).toHaveLength(1)
  })

  test('creates an experiment on prompts and engines by name', async () => {
    const candidates = fixture.ids.candidate_prompt_id ?? []
    const prompts = await rows<{ id: string; text: string }>('prompts?limit=100')
    const { isError, text } = await writer.call('create_experiment', {
      ...{ brand, name: 'Guides', started_on: '2028-06-10', engines: ['ChatGPT'], countries: ['Germany'] },
      candidate_prompt_ids: candidates.map((id) => prompts.find((prompt) => prompt.id === id)?.text),
    })
    expect([text, isError]).toEqual([text, false])
    const made = (await rows<{ name: string }>('experiments')).find(({ name }) => name === 'Guides')
    expect(made).toMatchObject({ engines: ['chatgpt'], countries: ['DE'] })
  })

  test('acknowledges an alert and dismisses an untracked brand by the ids of find_opportunities', async () => {
    const { content } = await writer.call('find_opportunities', { brand })
    const { alerts, untracked_brands } = content as unknown as Record<string, { id: string }[]>
    const changed = [
      await writer.call('update_visibility_alert', { brand, alert_id: alerts?.[0]?.id, status: 'acknowledged' }),
      await writer.call('update_competitor_suggestion', {
        ...{ brand, suggestion_id: untracked_brands?.[0]?.id, status: 'dismissed' },
      }),
    ]
    expect(changed.map(({ isError, text }) => [isError, text.split('.')[0]])).toEqual([
      [false, 'Done: update_visibility_alert'],
      [false, 'Done: update_competitor_suggestion'],
    ])
  })
})
