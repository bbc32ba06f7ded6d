import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, connectAgent } from '../../testing/agents.ts'
import { type Fixture, makeKey, makeWriter, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let agent: Agent
let writer: Agent
let brand: string
let parents: string[]

type Named = { id: string; name: string }

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  brand = fixture.ids.brand_id?.[0] as string
  agent = await connectAgent(app, fixture.key)
  writer = await connectAgent(app, await makeWriter(app, fixture.workspaceId), { query: '?toolset=all' })
  const topic = (name: string, parent?: string) =>
    app.operate<Named>('create-topic', {
      brand_id: brand,
      name,
      ...(parent === undefined ? {} : { parent_topic_id: parent }),
    })
  const [one, two] = [await topic('Löschgeräte'), await topic('Anvils')]
  parents = [one.id, two.id]
  for (const parent of parents) await topic('Twin', parent)
})
afterAll(async () => {
  await agent.close()
  await writer.close()
  await app.close()
})

describe('a tool accepts', () => {
  test.each([
    ['engine', 'ChatGPT', 'chatgpt'],
    ['engine', 'Google AI Overviews', 'google-ai-overviews'],
    ['country', 'Germany', 'DE'],
    ['country', 'de', 'DE'],
    ['country', 'UK', 'GB'],
    ['country', ['united states', 'FR'], ['US', 'FR']],
  ])('%s %j', async (field, name, id) => {
    const [named, coded] = await Promise.all(
      [name, id].map((value) => agent.call('what_changed', { brand, [field]: value })),
    )
    expect([named?.isError, named?.text]).toEqual([false, coded?.text])
  })

  test('a topic without its accents and in other case', async () => {
    const [named, known] = await Promise.all(
      ['loschgerate', parents[0]].map((topic_id) => agent.call('why_not_named', { brand, topic_id })),
    )
    expect([named?.isError, named?.text]).toEqual([false, known?.text])
  })

  test('a part of a prompt’s text that no other prompt has', async () => {
    const { body } = await app.get(`/v1/brands/${brand}/prompts`, fixture.key)
    const [prompt] = body.data as { id: string; text: string }[]
    const { content, isError } = await agent.call('why_not_named', {
      brand,
      prompt_id: prompt?.text.slice(2),
    })
    expect([isError, (content.prompt as { id: string }).id]).toEqual([false, prompt?.id])
  })

  test('a tag’s name in a write', async () => {
    const tag = await app.operate('create-tag', { brand_id: brand, name: 'High intent' })
    const { content, text } = await writer.call('create_prompt', {
      brand,
      text: 'Which anvils?',
      tag_ids: [tag.id],
      topic_id: 'anvils',
    })
    expect([text, (content.data as { topic_id: string }).topic_id]).toEqual([text, parents[1]])
  })
})

describe('a tool refuses', () => {
  test.each([
    ['engine', 'ChatGTP', 'ChatGPT (chatgpt)'],
    ['country', 'Germny', 'Germany (DE)'],
    ['topic_id', 'Anvil', 'Anvils ('],
    ['topic_id', '', 'Anvils ('],
  ])('%s %j and suggests %s', async (field, name, nearest) => {
    const { isError, text } = await agent.call('what_changed', { brand, [field]: name })
    expect([isError, text]).toEqual([true, expect.stringContaining(`${field}: no such name or id`)])
    expect(text).toContain(nearest)
  })

  test('a name of several topics, with the candidates and their parents', async () => {
    const { isError, text } = await agent.call('what_changed', { brand, topic_id: 'twin' })
    expect(isError).toBe(true)
    expect(text).toContain('topic_id: several match "twin"; use an id: Twin in ')
    expect(text).toContain('Twin in Löschgeräte (')
    expect(text).toContain('Twin in Anvils (')
  })

  test('a long name, and repeats only its start', async () => {
    const { isError, text } = await agent.call('what_changed', { brand, topic_id: 'x'.repeat(500_000) })
    expect(isError).toBe(true)
    expect(text.length).toBeLessThan(1500)
  })
})

test('a caller who cannot read the list of names gets the error of the operation', async () => {
  const narrow = await connectAgent(app, await makeKey(app, fixture.workspaceId, { scopes: ['read:visibility'] }))
  const { isError, text } = await narrow.call('what_changed', { brand, topic_id: 'Anvils' })
  const known = await narrow.call('what_changed', { brand, topic_id: parents[1] })
  await narrow.close()
  expect([isError, text, known.isError]).toEqual([true, expect.stringContaining('topic_id'), false])
})
