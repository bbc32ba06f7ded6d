import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

interface Row {
  id: string
}

interface Topic extends Row {
  name: string
  parent_topic_id: string | null
}

interface Tag extends Row {
  name: string
  slug: string
}

interface Prompt extends Row {
  text: string
  topic_id: string
  tag_ids: string[]
}

let app: TestApp
let workspaceId: string
let key: string
let brandId: string
/** A brand of the same workspace with a topic, a tag and a prompt. */
let otherBrandId: string
let otherBrand: { topic: string; tag: string; prompt: string }

type Input = Record<string, string | string[] | boolean>

beforeAll(async () => {
  app = await startTestApp()
  workspaceId = (await app.operate<Row>('create-workspace', { name: 'Ours' })).id
  key = await makeKey(app, workspaceId)
  otherBrandId = await makeBrand()
  brandId = otherBrandId
  otherBrand = {
    topic: (await topic('Shoes')).id,
    tag: (await tag('Red')).id,
    prompt: (await prompt({ text: 'Which?' })).id,
  }
})
beforeEach(async () => {
  app.setNow(fixtureNow)
  brandId = await makeBrand()
})
afterAll(() => app.close())

const makeBrand = async () => (await app.operate<Row>('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
const topic = (name: string, parent?: string) =>
  app.operate<Topic>('create-topic', {
    brand_id: brandId,
    name,
    ...(parent === undefined ? {} : { parent_topic_id: parent }),
  })
const tag = (name: string, input: Input = {}) => app.operate<Tag>('create-tag', { brand_id: brandId, name, ...input })
const prompt = (input: Input) => app.operate<Prompt>('create-prompt', { brand_id: brandId, ...input })
const update = (id: string, input: Input) =>
  app.operate<Prompt>('update-prompt', { brand_id: brandId, prompt_id: id, ...input })
const refusal = async (name: string, input: Input) => {
  const outcome = await app.tryOperate(name, { brand_id: brandId, ...input })
  return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
}
const saying = (code: string, message: string) => [code, expect.stringContaining(message)]
const listed = async <T>(path: string) => (await app.get(`/v1/brands/${brandId}/${path}`, key)).body.data as T[]

test('topics have two levels', async () => {
  const root = await topic('Shoes')
  const child = await topic('Boots', root.id)
  expect(root).toEqual({
    id: expect.any(String),
    name: 'Shoes',
    parent_topic_id: null,
    created_at: fixtureNow,
  })
  expect(child).toMatchObject({ name: 'Boots', parent_topic_id: root.id })
  expect(await refusal('create-topic', { name: 'Laces', parent_topic_id: child.id })).toEqual(
    saying('invalid_request', 'parent_topic_id must be a root topic'),
  )
  for (const id of [otherBrand.topic, crypto.randomUUID()])
    expect(await refusal('create-topic', { name: 'x', parent_topic_id: id })).toEqual(
      saying('invalid_request', 'parent_topic_id: the brand has no such topic'),
    )
  expect(await refusal('create-topic', { name: 'x', parent_topic_id: 'x' })).toEqual(
    saying('invalid_request', 'parent_topic_id must be a uuid'),
  )
  const shown = (await listed<Topic>('topics')).sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(shown).toEqual([child, root])
})

test('a topic’s name is unique among its siblings', async () => {
  const [shoes, hats] = [await topic('Shoes'), await topic('Hats')]
  await topic('Sale', shoes.id)
  await topic('Sale', hats.id)
  await topic('Sale')
  for (const parent of [{}, { parent_topic_id: hats.id }])
    expect(await refusal('create-topic', { name: ' Sale ', ...parent })).toEqual(saying('conflict', '"Sale"'))
})

test('a tag gets a unique slug made from its name', async () => {
  const names: [string, string][] = [
    ['Brand Terms', 'brand-terms'],
    ['brand terms', 'brand-terms-2'],
    ['Brand-Terms!', 'brand-terms-3'],
    ['Crème brûlée', 'creme-brulee'],
    ['日本 語', '日本-語'],
    ['ﬁne', 'fine'],
    ['!!!', 'tag'],
    ['😀', 'tag-2'],
    ['a_b/c?d', 'a-b-c-d'],
    ['-x-', 'x'],
    ['tag 2', 'tag-2-2'],
    ['№ 5', 'no-5'],
  ]
  for (const [name, slug] of names)
    expect(await tag(name), name).toMatchObject({ name, slug, color: null, description: null })
  for (const { slug } of await listed<Tag>('tags')) expect(slug).toMatch(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u)
  expect(await tag('Full', { color: 'red-500', description: 'All of it' })).toEqual({
    id: expect.any(String),
    name: 'Full',
    slug: 'full',
    color: 'red-500',
    description: 'All of it',
  })
  expect(await refusal('create-tag', { name: ' Full ' })).toEqual(saying('conflict', '"Full"'))
})

test('tags created concurrently get unique slugs', async () => {
  const made = await Promise.all(['a b', 'a-b', 'A B', 'A-B', 'á b'].map((name) => tag(name)))
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(5)
})

test('a prompt without a topic belongs to Unassigned, which is created once', async () => {
  const [one, two] = [await prompt({ text: 'One?' }), await prompt({ text: ' Two? ' })]
  expect(one).toEqual({
    id: expect.any(String),
    text: 'One?',
    topic_id: two.topic_id,
    tag_ids: [],
    category_id: null,
    countries: [],
    is_active: true,
    created_at: fixtureNow,
    updated_at: fixtureNow,
  })
  expect(two.text).toBe('Two?')
  expect(await listed('topics')).toMatchObject([{ id: one.topic_id, name: 'Unassigned', parent_topic_id: null }])
})

test('a prompt holds its topic, tags and countries', async () => {
  const [{ id: topic_id }, red, blue] = [await topic('Shoes'), await tag('Red'), await tag('Blue')]
  const tag_ids = [red.id, blue.id, red.id]
  const made = await prompt({
    text: 'Which?',
    topic_id: topic_id.toUpperCase(),
    tag_ids,
    countries: ['US', 'DE'],
    is_active: false,
  })
  expect(made).toMatchObject({
    topic_id,
    tag_ids: [red.id, blue.id].sort(),
    countries: ['US', 'DE'],
    is_active: false,
  })
})

test('a prompt’s text is unique within the brand', async () => {
  const [one, two] = [await prompt({ text: 'One?' }), await prompt({ text: 'Two?' })]
  expect(await refusal('create-prompt', { text: ' One? ' })).toEqual(saying('conflict', one.id))
  expect(await refusal('update-prompt', { prompt_id: two.id, text: 'One?' })).toEqual(saying('conflict', one.id))
  expect(await update(one.id, { text: 'One?' })).toMatchObject({ text: 'One?' })
  expect(await prompt({ text: 'one?' })).toMatchObject({ text: 'one?' })
  await app.operate('delete-prompt', { brand_id: brandId, prompt_id: one.id })
  expect(await update(two.id, { text: 'One?' })).toMatchObject({ id: two.id, text: 'One?' })
})

test('a prompt accepts only topics and tags of its brand', async () => {
  const { id } = await prompt({ text: 'Which?' })
  const none = crypto.randomUUID()
  const own = (await tag('Own')).id
  const wrong: [Input, string][] = [
    [{ topic_id: otherBrand.topic }, 'topic_id: the brand has no such topic'],
    [{ topic_id: none }, 'topic_id: the brand has no such topic'],
    [{ topic_id: 'x' }, 'topic_id must be a uuid'],
    [{ tag_ids: [own, otherBrand.tag] }, `tag_ids: the brand has no tag ${otherBrand.tag}`],
    [{ tag_ids: [none] }, `tag_ids: the brand has no tag ${none}`],
    [{ tag_ids: [own, 'x'] }, 'tag_ids must be a uuid'],
    [{ countries: ['XX'] }, 'countries: no such name or id: "XX"'],
    [{ is_active: 'yes' }, 'is_active must be true or false'],
  ]
  for (const [input, message] of wrong) {
    expect(await refusal('create-prompt', { text: 'New?', ...input })).toEqual(saying('invalid_request', message))
    expect(await refusal('update-prompt', { prompt_id: id, ...input })).toEqual(saying('invalid_request', message))
  }
  expect((await listed<Topic>('topics')).map(({ name }) => name)).toEqual(['Unassigned'])
})

test('updating a prompt leaves omitted fields unchanged', async () => {
  const [shoes, red, blue] = [await topic('Shoes'), await tag('Red'), await tag('Blue')]
  let current = await prompt({ text: 'Which?', tag_ids: [red.id], countries: ['US'] })
  const updated_at = '2026-06-16T00:00:00.000Z'
  app.setNow(updated_at)
  const changes: [Input, object][] = [
    [{ text: 'What?' }, { text: 'What?' }],
    [{ topic_id: shoes.id }, { topic_id: shoes.id }],
    [{ tag_ids: [blue.id] }, { tag_ids: [blue.id] }],
    [{ countries: ['DE', 'FR'] }, { countries: ['DE', 'FR'] }],
    [{ is_active: false }, { is_active: false }],
    [{}, {}],
  ]
  for (const [input, change] of changes) {
    const changed = await update(current.id, input)
    expect(changed).toEqual({ ...current, ...change, updated_at })
    current = changed
  }
})

test('a rejected prompt update changes nothing', async () => {
  const [one, red] = [await prompt({ text: 'One?' }), await tag('Red')]
  await prompt({ text: 'Two?' })
  expect(
    (await refusal('update-prompt', { prompt_id: one.id, text: 'Two?', tag_ids: [red.id], is_active: false }))[0],
  ).toBe('conflict')
  expect(await update(one.id, {})).toEqual(one)
})

test('deletes a prompt permanently, and still counts its answers', async () => {
  const { id } = await prompt({ text: 'Which?' })
  const answer = (executed_at: string) => ({
    prompt: 'Which?',
    engine: 'chatgpt',
    executed_at,
    answer: 'Acme.',
  })
  await app.operate(
    'import-answers',
    { brand_id: brandId },
    answersFile([answer('2026-06-01T00:00:00Z'), answer('2026-06-02T00:00:00Z')]),
  )
  const remove = (dry_run?: boolean) =>
    app.operate('delete-prompt', {
      brand_id: brandId,
      prompt_id: id,
      ...(dry_run === undefined ? {} : { dry_run }),
    })
  expect(await remove(true)).toEqual({ id, executions_orphaned: 2, dry_run: true })
  expect(await update(id, {})).toMatchObject({ text: 'Which?' })
  expect(await remove()).toEqual({ id, executions_orphaned: 2, dry_run: false })
  for (const dry_run of [true, false])
    expect(await refusal('delete-prompt', { prompt_id: id, dry_run })).toEqual(saying('not_found', 'prompt'))
  const { body } = await app.get(`/v1/brands/${brandId}/competitors/rankings`, key)
  expect(body.meta).toMatchObject({ executions: 2 })
})

test('only prompts of the brand can be updated or deleted', async () => {
  for (const name of ['update-prompt', 'delete-prompt']) {
    for (const prompt_id of [otherBrand.prompt, crypto.randomUUID()])
      expect(await refusal(name, { prompt_id })).toEqual(saying('not_found', 'prompt not found'))
    expect(await refusal(name, { prompt_id: 'x' })).toEqual(saying('invalid_request', 'prompt_id must be a uuid'))
    expect(await refusal(name, {})).toEqual(saying('invalid_request', 'prompt_id is required: a uuid'))
  }
  brandId = otherBrandId
  expect(await update(otherBrand.prompt, {})).toMatchObject({ text: 'Which?' })
})

interface Outcome {
  prompt_id: string | null
  problem: string | null
}

const createAll = (prompts: object[]) =>
  app.operate<Outcome[]>('create-prompts', {
    brand_id: brandId,
    prompts: prompts.map((prompt) => JSON.stringify(prompt)),
  })
const shown = async (): Promise<(Prompt & { topic: Topic; tags: Tag[]; countries: string[]; is_active: boolean })[]> =>
  (await app.get(`/v1/brands/${brandId}/prompts?limit=100`, key)).body.data

test('creates many prompts in one request, with a reason for each rejected one', async () => {
  await app.operate('create-prompt', { brand_id: brandId, text: 'Known?' })
  const outcomes = await createAll([
    {
      text: '  First?  ',
      topic: 'Shoes / Boots',
      tags: ['New', 'new ', 'New'],
      countries: ['us', 'DE', 'US'],
    },
    { text: 'Known?' },
    { text: 'First?' },
    { text: ' ' },
    { text: 'Far?', countries: ['US', 'Mars'] },
    { text: 'Deep?', topic: 'A / B / C' },
    { text: 'Untagged?', topic: '', tags: [' '] },
    { text: 'Plain?' },
  ])
  expect(outcomes.map(({ problem }) => problem)).toEqual([
    null,
    'this prompt already exists',
    'an earlier line has the same prompt',
    'the prompt must have 1 to 10,000 characters',
    'countries: "MARS" is not an ISO 3166-1 code, such as US',
    'topic must have at most two levels, such as "Parent / Child"',
    'a tag must have 1 to 100 characters',
    null,
  ])
  const rows = await shown()
  const [first, plain] = [outcomes[0], outcomes[7]].map((one) => rows.find(({ id }) => id === one?.prompt_id))
  expect(first).toMatchObject({
    text: 'First?',
    topic: { name: 'Boots' },
    countries: ['US', 'DE'],
    is_active: true,
  })
  expect(first?.tags.map(({ name }) => name).sort()).toEqual(['New', 'new'])
  expect(plain).toMatchObject({ text: 'Plain?', topic: { name: 'Unassigned' }, tags: [], countries: [] })
  expect(rows).toHaveLength(3)
  expect((await createAll([{ text: 'First?' }]))[0]?.problem).toBe('this prompt already exists')
})

test('updates several prompts in the same way, either all or none', async () => {
  const made = await createAll([
    { text: 'One?', tags: ['old', 'kept'], countries: ['US'] },
    { text: 'Two?', tags: ['kept'] },
    { text: 'Three?', tags: ['old'] },
  ])
  const ids = made.map(({ prompt_id }) => prompt_id as string)
  const tagId = async (name: string) =>
    ((await app.get(`/v1/brands/${brandId}/tags`, key)).body.data as Tag[]).find((tag) => tag.name === name)
      ?.id as string
  const { id: topic_id } = await app.operate<Row>('create-topic', { brand_id: brandId, name: 'Moved' })
  const { id: fresh } = await app.operate<Row>('create-tag', { brand_id: brandId, name: 'fresh' })
  const change = { add_tag_ids: [fresh], remove_tag_ids: [await tagId('old')] }
  const update = (input: Input) => app.tryOperate('update-prompts', { brand_id: brandId, ...input })
  expect(
    await update({ prompt_ids: ids.slice(0, 2), topic_id, ...change, countries: ['FR'], is_active: false }),
  ).toMatchObject({ envelope: { data: { updated: 2 } } })
  const state = async () =>
    (await shown())
      .map(({ text, topic, tags, countries, is_active }) => [
        text,
        topic.name,
        tags.map(({ name }) => name),
        countries,
        is_active,
      ])
      .sort()
  const after = [
    ['One?', 'Moved', ['fresh', 'kept'], ['FR'], false],
    ['Three?', 'Unassigned', ['old'], [], true],
    ['Two?', 'Moved', ['fresh', 'kept'], ['FR'], false],
  ]
  expect(await state()).toEqual(after)
  for (const wrong of [
    { prompt_ids: [ids[2] as string, otherBrand.prompt], is_active: false },
    { prompt_ids: [ids[2] as string], topic_id: otherBrand.topic },
    { prompt_ids: [ids[2] as string], add_tag_ids: [otherBrand.tag] },
    { prompt_ids: [ids[2] as string], add_tag_ids: [fresh], remove_tag_ids: [fresh] },
    { prompt_ids: [] as string[], is_active: false },
  ])
    expect(await update(wrong), JSON.stringify(wrong)).toMatchObject({
      failure: { error: { code: 'invalid_request' } },
    })
  expect(await state()).toEqual(after)
})
