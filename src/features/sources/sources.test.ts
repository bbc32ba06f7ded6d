import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretsKeyFile } from '../../kernel/secret-box.ts'
import { listPrices, listPricesOf, pricesOf } from '../../lib/providers/prices.ts'
import { providerOf, providers } from '../../lib/providers/providers.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { apiKeyOf, findSource } from './index.ts'

let app: TestApp
let workspaceId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  workspaceId = (await app.operate('create-workspace', { name: 'W' })).id
})

const secret = 'sk-very-secret-0123456789'
type Source = { id: string; base_url: string; model: string; needs_api_key: boolean }
const given = () => ({
  workspace_id: workspaceId,
  kind: 'openai',
  name: 'O',
  model: 'gpt-5',
  api_key: secret,
})
const make = (input = {}) => app.operate<Source>('create-source', { ...given(), ...input })
const refusal = async (name: string, input: Record<string, string>) => {
  const outcome = await app.tryOperate(name, input)
  return 'failure' in outcome ? `${outcome.failure.error.code}: ${outcome.failure.error.message}` : 'done'
}
const keyNow = async (id: string) => apiKeyOf(app.app.services, await findSource(app.app.services.db, id))

test('lists a source without its key, which stays readable for provider requests', async () => {
  const made = await make()
  expect(made).toEqual({
    id: expect.any(String),
    workspace_id: workspaceId,
    kind: 'openai',
    name: 'O',
    base_url: 'https://api.openai.com/v1',
    model: 'gpt-5',
    engines: ['chatgpt'],
    choices: ['search', 'city'],
    search: 'forced',
    city: '',
    unpriced_engines: [],
    concurrency: 4,
    requests_per_minute: 60,
    price: {},
    terms_confirmed: false,
    terms: null,
    needs_api_key: false,
    failures: 0,
    closed_until: null,
    paused_reason: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(await app.operate('list-sources', { workspace_id: workspaceId })).toEqual([made])
  expect(await keyNow(made.id)).toBe(secret)
  const records = await app.operate('list-audit-records', { workspace_id: workspaceId })
  expect(JSON.stringify(records)).not.toContain(secret)
})

test('requires the key again for a new base_url or kind, and keeps it for other changes', async () => {
  const { id } = await make()
  const source_id = id
  expect(await app.operate('update-source', { source_id, name: 'P', concurrency: 9 })).toMatchObject({
    name: 'P',
    concurrency: 9,
  })
  const needsKey = 'invalid_request: api_key is required if kind or base_url changes'
  expect(await refusal('update-source', { source_id, base_url: 'https://elsewhere.example/v1' })).toBe(needsKey)
  expect(await refusal('update-source', { source_id, kind: 'xai' })).toBe('invalid_request: model is required for xai')
  expect(await refusal('update-source', { source_id, kind: 'xai', model: 'grok-4.7' })).toBe(needsKey)
  expect(await keyNow(id)).toBe(secret)
  const moved = { source_id, kind: 'xai', model: 'grok-4.7', api_key: 'another' }
  expect(await app.operate('update-source', moved)).toMatchObject({ base_url: 'https://api.x.ai/v1' })
  expect(await keyNow(id)).toBe('another')
})

test('rejects invalid source fields and says what is allowed', async () => {
  const { id } = await make()
  const cases: [Record<string, string>, RegExp][] = [
    [{}, /^conflict: name: the workspace already has a source O/],
    [{ name: 'P', model: '' }, /^invalid_request: model/],
    [{ name: 'P', kind: 'cloro' }, /model: cloro does not support models/],
    [{ name: 'P', kind: 'nobody' }, /kind must be one of openai, /],
    [{ name: 'P', api_key: 'two words' }, /^invalid_request: api_key/],
    [{ name: 'P', api_key: 'clé' }, /^invalid_request: api_key/],
    [{ name: 'P', price: '{"per_task":1}' }, /unknown "per_task" in price/],
    [{ name: 'P', concurrency: '0' }, /concurrency must be an integer from 1 to 100/],
    [{ name: 'P', base_url: 'http://api.example.com/v1' }, /base_url must use https/],
    [{ name: 'P', base_url: 'https://user:word@api.example.com' }, /without user, password/],
    [{ name: 'P', base_url: 'https://api.example.com/?key=1' }, /without user, password, query/],
    [{ name: 'P', base_url: 'file:///etc/passwd' }, /base_url must be a URL/],
  ]
  for (const [input, message] of cases)
    expect(await refusal('create-source', { ...given(), ...input }), JSON.stringify(input)).toMatch(message)
  for (const base_url of ['http://127.0.0.1:9/v1/', 'http://localhost:9/v1', 'http://[::1]:9/v1'])
    expect((await make({ name: base_url, base_url })).base_url).toBe(base_url.replace(/\/$/, ''))
  const second = await make({ name: 'Q' })
  expect(await refusal('update-source', { source_id: second.id, name: 'O' })).toMatch(/^conflict: name/)
  expect(await refusal('update-source', { source_id: workspaceId, name: 'O' })).toBe('not_found: source not found')
  await app.operate('delete-source', { source_id: id })
  expect(await refusal('delete-source', { source_id: id })).toBe('not_found: source not found')
})

test('a deployment at Azure needs its endpoint, and a price unless it is named after a model', async () => {
  const azure = { name: 'A', kind: 'azure-openai' }
  const base_url = 'https://acme.openai.azure.com'
  expect(await refusal('create-source', { ...given(), ...azure })).toBe(
    'invalid_request: base_url is required for azure-openai: your endpoint, such as https://YOUR-RESOURCE.openai.azure.com/openai/v1',
  )
  const { model: _, ...unnamed } = given()
  expect(await refusal('create-source', { ...unnamed, ...azure, base_url })).toBe(
    'invalid_request: model is required for azure-openai: the name of the deployment',
  )
  expect(await refusal('create-source', { ...given(), ...azure, base_url, model: 'prod-chat' })).toMatch(
    /^invalid_request: price: no price is known for prod-chat; .*per_million_input_tokens/,
  )
  const price = '{"per_million_input_tokens":1,"per_million_output_tokens":8}'
  expect(await make({ ...azure, base_url, model: 'prod-chat', price })).toMatchObject({ base_url })
  expect(await make({ ...azure, name: 'B', base_url, model: 'gpt-5' })).toMatchObject({ model: 'gpt-5' })
  const { id } = await make({ name: 'C' })
  expect(await refusal('update-source', { source_id: id, kind: 'azure-openai', api_key: 'other' })).toMatch(
    /^invalid_request: base_url is required for azure-openai/,
  )
})

test('a source has a city and a free search only if its provider takes them', async () => {
  const { id } = await make({ search: 'free', city: 'DE:Hamburg' })
  const change = (input: object) => app.operate('update-source', { source_id: id, ...input })
  expect(await change({ city: 'DE:Bremen' })).toMatchObject({
    search: 'free',
    city: 'DE:Bremen',
    choices: ['search', 'city'],
  })
  expect(await refusal('create-source', { ...given(), kind: 'gemini', city: 'DE:Hamburg' })).toBe(
    'invalid_request: city: gemini takes no city',
  )
  expect(await refusal('create-source', { ...given(), kind: 'anthropic', search: 'free' })).toBe(
    'invalid_request: search: anthropic leaves no choice',
  )
  // Another provider starts with its own defaults.
  const other = { kind: 'anthropic', api_key: 'other', model: 'claude-sonnet-5-5' }
  expect(await change(other)).toMatchObject({ search: null, city: '', choices: ['city'] })
  expect(await refusal('update-source', { source_id: id, city: 'Hamburg' })).toBe(
    'invalid_request: city must be a market and a city, such as DE:Hamburg',
  )
})

test('a source asks for its key again if the key file is missing, and everything else works', async () => {
  const { id } = await make()
  rmSync(join(app.directory, secretsKeyFile))
  await app.restart()
  const [source] = await app.operate<Source[]>('list-sources', { workspace_id: workspaceId })
  expect(source).toMatchObject({ id, needs_api_key: true })
  await expect(keyNow(id)).rejects.toThrow(/source O needs its API key again/)
  expect(await app.operate('update-source', { source_id: id, api_key: 'again' })).toMatchObject({
    needs_api_key: false,
  })
  expect(await keyNow(id)).toBe('again')
})

test('a source is deleted with its workspace', async () => {
  const { id } = await make()
  await app.operate('delete-workspace', { workspace_id: workspaceId })
  await expect(findSource(app.app.services.db, id)).rejects.toThrow('not found')
})

test('each provider, model and engine has a dated price or asks for one before it is saved', async () => {
  let made = 0
  for (const { kind, engines, defaultModel, hasCustomerUrls } of providers) {
    const models = listPrices.filter((price) => price.kind === kind && !price.model.endsWith('*'))
    const asked = [...(defaultModel === '' ? [''] : models.map(({ model }) => model)), 'unheard-of']
    for (const model of defaultModel === '' ? [''] : asked) {
      const { model: _, ...others } = given()
      const base_url = hasCustomerUrls && 'https://acme.example/v1'
      const input = { ...others, kind, name: `source ${made++}`, ...(base_url && { base_url }) }
      if (model !== '') Object.assign(input, { model })
      const outcome = await app.tryOperate('create-source', input)
      if ('failure' in outcome) {
        expect(outcome.failure.error.message).toMatch(/^price: no price is known for .*per_/)
        expect([kind, model]).not.toEqual([kind, 'gpt-6.1-sol'])
        continue
      }
      const { unpriced_engines } = outcome.envelope.data as { unpriced_engines: string[] }
      for (const engine of engines.filter((one) => !unpriced_engines.includes(one))) {
        const named = providerOf(kind).protocol.pricedAs({ ...question, engine, model })
        expect([kind, named, listPricesOf(kind, named).length > 0]).toEqual([kind, named, true])
      }
      // A server of one's own has a price for every model.
      if (kind !== 'openai-compatible') expect(model).not.toBe('unheard-of')
    }
  }
})
const question = { id: '', prompt: 'x', country: 'US', language: 'en' }

test('README and docs offer only providers, models and engines that have a dated price or ask for one', async () => {
  const cellsOf = (file: string) =>
    readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
  const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string)
  const known = new Map(providers.map((provider) => [provider.kind as string, provider]))
  const offered = cellsOf('README.md')
    .filter(([, , kind]) => known.has(codes(kind)[0] ?? ''))
    .map(([, , kind, model, engine]) => ({
      kind: codes(kind)[0] as string,
      model: codes(model)[0],
      engines: codes(engine),
    }))
  const documented = cellsOf('docs/collection.md').flatMap(([, kind, request]) =>
    known.has(codes(kind)[0] ?? '') && codes(request).some((one) => /^(POST|GET) /.test(one))
      ? [codes(kind)[0] as string]
      : [],
  )
  expect(offered.length).toBeGreaterThan(4)
  expect(
    [...known.keys()].filter((kind) => !documented.includes(kind)),
    'missing from “Requests by provider” in docs/collection.md',
  ).toEqual([])
  for (const { kind, model, engines } of offered) {
    expect(known.get(kind)?.engines, kind).toEqual(expect.arrayContaining(engines))
    const { model: _, ...others } = given()
    const base_url = known.get(kind)?.hasCustomerUrls && 'https://acme.example/v1'
    const asked = { ...others, ...(base_url && { base_url }), kind, name: kind }
    if (model !== undefined || base_url) Object.assign(asked, { model: model ?? 'gpt-5' })
    const { unpriced_engines } = await app.operate<{ unpriced_engines: string[] }>('create-source', asked)
    if (model !== undefined) expect([kind, unpriced_engines]).toEqual([kind, []])
  }
})

test('update-prices loads prices that existing and new sources use, and names an invalid field', async () => {
  const price = { model: 'gpt-7', per_million_input_tokens: 3, per_million_output_tokens: 9 }
  const file = (input: object) => JSON.stringify([{ provider: 'openai', ...price, ...input }])
  const dated = { date: '2026-11-26', source: 'openai.com/pricing' }
  expect(await refusal('create-source', { ...given(), model: 'gpt-7' })).toMatch(/no price is known for gpt-7/)
  expect(await app.operate('update-prices', {}, file(dated))).toMatchObject({ loaded: 1 })
  const { id } = await make({ model: 'gpt-7', name: 'Seven' })
  await app.operate('update-prices', {}, file({ ...dated, per_million_input_tokens: 4 }))
  const { listed_prices } = await findSource(app.app.services.db, id)
  expect(pricesOf('openai', 'gpt-7', listed_prices)).toMatchObject({
    per_million_input_tokens: 4,
    per_million_output_tokens: 9,
    per_thousand_searches: 10,
  })
  const models = await app.operate<{ model: string }[]>('list-models', { workspace_id: workspaceId })
  expect(models.filter(({ model }) => model === 'gpt-7')).toMatchObject([{ date: '2026-11-26' }])
  for (const [input, problem] of [
    [{ ...dated, date: 'soon' }, /entry 1: date/],
    [{ ...dated, per_million_input_tokens: -1 }, /entry 1: per_million_input_tokens/],
    [{ ...dated, provider: 'nobody' }, /0\.provider/],
  ] as const) {
    const outcome = await app.tryOperate('update-prices', {}, file(input))
    expect(JSON.stringify(outcome)).toMatch(problem)
  }
})
