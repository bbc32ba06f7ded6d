import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathFields } from '../../kernel/operation.ts'
import { type Endpoint, endpoints, parametersOf, readEndpoints, urlOf } from '../../testing/endpoints.ts'
import { type Fixture, makeWriter, startFixtureApp } from '../../testing/fixture.ts'
import { type FullBody, fullBodies } from '../../testing/full-bodies.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'
import { testData } from '../../testing/test-data.ts'

/** https://github.com/minimaxir/big-list-of-naughty-strings */
const list = testData('robustness/blns.json')
const naughty: string[] = list === undefined ? [] : JSON.parse(readFileSync(list, 'utf8'))

const keysOfObjects = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']
const special = [
  ...new Set([
    ...keysOfObjects,
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00',
    'a\ud83d',
    '\ude00\ud83d',
    'a\udfffb',
    '\u202eevil\u202c',
    '\u200f\u200e\u2066a\u2069',
    '\u061ca',
    '\ufeff',
    'a\ufeff',
    '\u0085a\u0085',
    '\u2028a\u2029',
    '\u200b\u200d',
    '\uffff\ufffe',
    '\u{10ffff}\u{1f1e6}',
    '\\u0000',
    '\\ud800',
    '\t\r\n\v\f',
    ' a ',
    'e\u0301'.repeat(30),
    'a\u0300'.repeat(5000),
    'x'.repeat(5000),
    'x'.repeat(5001),
    '\u{1f600}'.repeat(200),
    '\u{1f600}'.repeat(100_000),
    'y'.repeat(1_000_000),
  ]),
]

/** The texts for every body. */
const texts = [...new Set([...special, ...naughty])]

let app: TestApp
let fixture: Fixture
let key: string

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  key = await makeWriter(app, fixture.workspaceId)
})
afterAll(() => app.close())

type Path = readonly (string | number)[]

/** The paths of the texts in a value. */
function* textsIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path
  if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) yield* textsIn(child, [...path, name])
}

/** The paths of the objects in a value, including its own. */
function* objectsIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield path
  for (const [name, child] of Object.entries(value)) yield* objectsIn(child, [...path, name])
}

const at = (value: unknown, path: Path) =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

/** A copy with another value at these paths. */
function withText(body: object, paths: readonly Path[], text: string): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>
  for (const path of paths) (at(copy, path.slice(0, -1)) as Record<string, unknown>)[path.at(-1) as string] = text
  return copy
}

const endpointOf = (name: string) => endpoints.find((endpoint) => endpoint.name === name) as Endpoint

const sendBody = (endpoint: Endpoint, body: object): Promise<Answer> =>
  app.send(endpoint.http.method, urlOf(endpoint, fixture.ids), key, {
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })

/** A new brand for the next writes: a list with thousands of rows could not be read back in one response. */
async function makeBrand(): Promise<void> {
  const { id } = await app.operate('create-brand', { workspace_id: fixture.workspaceId, name: 'Acme' })
  const brand_id = { brand_id: id }
  await app.operate('import-profile', brand_id, '{"industry":"Shoes"}')
  const text = { suggested_prompt: 'Which boots?', country_codes: 'US' }
  const suggestion = await app.operate('create-alignment-suggestion', { ...brand_id, ...text })
  const category = await app.operate('create-alignment-category', { ...brand_id, name: 'Price' })
  const topic = await app.operate('create-topic', { ...brand_id, name: 'Shoes' })
  const tag = await app.operate('create-tag', { ...brand_id, name: 'Red' })
  const prompt = await app.operate('create-prompt', { ...brand_id, text: 'Which shoes?' })
  const prompts = await app.operate<{ prompt_id: string }[]>('create-prompts', {
    ...brand_id,
    prompts: Array.from({ length: 10 }, (_, index) => ({ text: `Spare ${index}?` })) as never,
  })
  const candidate_prompt_ids = prompts.map(({ prompt_id }) => prompt_id)
  const design = { name: 'Boots', started_on: '2026-06-10', candidate_prompt_ids }
  const experiment = await app.operate('create-experiment', { ...brand_id, ...design })
  const opportunity = {
    ...{
      id: randomUUID(),
      brand_id: id,
      category: 'content' as const,
      kind: 'prompt_without_brand',
      topic_id: null,
    },
    ...{
      title: 'Win boots',
      evidence: '{}',
      reach: 1,
      state: 'open' as const,
      progress: 'todo',
      experiment_id: null,
    },
    ...{ cause_gone_at: null, created_at: new Date(), updated_at: new Date() },
  }
  await app.app.services.db.insertInto('opportunities').values(opportunity).execute()
  const made = { suggestion, category, topic, tag, prompt, experiment, opportunity }
  const ids = Object.entries(made).map(([name, row]) => [`${name}_id`, [row.id]])
  fixture.ids = { ...fixture.ids, brand_id: [id], ...Object.fromEntries(ids) }
}

/** Reads back the written object. Removes the row if the list is limited to a few. */
async function readBack({ name, shownIn }: FullBody, answer: Answer): Promise<unknown> {
  const [brand_id = ''] = fixture.ids.brand_id ?? []
  const page = shownIn === 'profile' ? '' : '?limit=100'
  const { body } = await app.get(`/v1/brands/${brand_id}/${shownIn}${page}`, key)
  const data: unknown = body.data
  if (!Array.isArray(data)) return data
  const { id, competitor } = answer.body.data as { id?: string; competitor?: { id: string } }
  const written = competitor?.id ?? id ?? fixture.ids.suggestion_id?.[0]
  if (name === 'create-writing-style')
    await app.operate('delete-writing-style', { brand_id, writing_style_id: written as string })
  return data.find((row: { id: string }) => row.id === written)
}

/** A text comes back unchanged but trimmed; a list drops blank ones. */
function expectUnchanged(shown: unknown, path: Path, text: string): void {
  const own = path[0] === 'updates' ? path.slice(2) : path
  const isItem = typeof path.at(-1) === 'number' || /^\d+$/.test(String(path.at(-1)))
  const where = isItem ? own.slice(0, -1) : own
  const trimmed = text.trim()
  const expected = isItem ? (trimmed === '' ? [] : [trimmed]) : trimmed
  const what = `${path.join('.')} ${JSON.stringify(text.slice(0, 100))}`
  // Optional lists are absent if they are empty.
  expect({ what, text: at(shown, where) ?? (isItem ? [] : undefined) }).toEqual({ what, text: expected })
}

/** Sends the text in all these places, and in ever fewer of them if rejected. @returns how often it was accepted */
async function tryIn(taken: FullBody, body: object, paths: readonly Path[], text: string): Promise<number> {
  const answer = await sendBody(endpointOf(taken.name), withText(body, paths, text))
  const what = `${taken.name} ${JSON.stringify(paths)} ${JSON.stringify(text.slice(0, 100))}`
  if (answer.status === 200) {
    const shown = await readBack(taken, answer)
    for (const path of paths) expectUnchanged(shown, path, text)
    return paths.length
  }
  expect([answer.status, answer.body.error.code], `${what} ${answer.text}`).toEqual([400, 'invalid_request'])
  if (paths.length === 1) return 0
  const half = Math.ceil(paths.length / 2)
  return (await tryIn(taken, body, paths.slice(0, half), text)) + (await tryIn(taken, body, paths.slice(half), text))
}

describe.each(fullBodies({}).map(({ name, body }, index) => [name, body.surface ?? '', index] as const))(
  '%s %s',
  (_name, _surface, index) => {
    const taken = () => fullBodies(fixture.ids)[index] as FullBody

    test('accepts any text and returns it unchanged, or rejects it', async () => {
      await makeBrand()
      const free: Path[] = []
      const constrained: Path[] = []
      for (const path of textsIn(taken().body))
        ((await tryIn(taken(), taken().body, [path], 'something else')) ? free : constrained).push(path)
      // Of texts with the same trimmed value, the second would be rejected as a duplicate.
      const hostile = [...new Map(texts.map((text) => [text.trim(), text])).values()]
      let times = 0
      for (const [number, text] of hostile.entries()) {
        if (number % 40 === 39) await makeBrand()
        const one = taken()
        if (free.length > 0) times += await tryIn(one, one.body, free, text)
        for (const path of constrained) await tryIn(one, one.body, [path], text)
      }
      expect(times).toBeGreaterThanOrEqual(free.length === 0 ? 0 : hostile.length / 2)
    })

    test('rejects every unknown key, at any depth', async () => {
      const { name, body } = taken()
      for (const path of objectsIn(body))
        for (const strange of [...keysOfObjects, '', '\u0000', '\ud800', 'x'.repeat(10_000)]) {
          const copy = structuredClone(body)
          const value = { polluted: true }
          Object.defineProperty(at(copy, path), strange, { value, enumerable: true })
          const { status, text } = await sendBody(endpointOf(name), copy)
          expect({ path, strange, status, text }).toMatchObject({ status: 400 })
          expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
        }
    })
  },
)

test('these tests cover every write with a body, with each of its fields', () => {
  const fields = fullBodies({}).flatMap(({ name, body }) => Object.keys(body).map((field) => `${name} ${field}`))
  const all = endpoints.flatMap(({ name, http }) => (http.body ?? []).map((field) => `${name} ${field}`))
  expect([...new Set(fields)].sort()).toEqual(all.sort())
})

/** Texts that fit in a URL, whose escapes are UTF-8. */
const urlTexts = texts.filter((text) => text.isWellFormed() && text.length <= 5001)

test('in a query they are accepted like other values, or rejected', async () => {
  for (const endpoint of readEndpoints) {
    const parameters = parametersOf(endpoint)
    for (const [number, text] of urlTexts.entries()) {
      const name = parameters[number % parameters.length]?.name ?? text
      const { status } = await app.get(urlOf(endpoint, fixture.ids, [[name, text]]), key)
      // Earlier writes may have deleted or settled things of the brand.
      const gone = pathFields(endpoint.http.path).length > 1 ? [404] : []
      expect([200, 400, ...gone], `${endpoint.name} ${name}=${JSON.stringify(text)} ${status}`).toContain(status)
    }
  }
})

test('in a path they are not found or rejected', async () => {
  for (const endpoint of endpoints)
    for (const [number, text] of urlTexts.entries()) {
      const names = pathFields(endpoint.http.path)
      const name = names[number % names.length]
      if (name === undefined) continue
      const url = urlOf(endpoint, { ...fixture.ids, [name]: [encodeURIComponent(text)] })
      const { status } = await app.send(endpoint.http.method, url, key)
      expect([400, 404, 405], `${endpoint.name} ${name}=${JSON.stringify(text)} ${status}`).toContain(status)
    }
})
