import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { commands, operations } from '../features.ts'
import { generateSecret } from '../lib/key-format.ts'
import { fieldsOf } from '../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../testing/fixture.ts'
import type { TestApp } from '../testing/test-app.ts'
import { subjectField } from './operation.ts'

let app: TestApp
let fixture: Fixture
let serial = 0

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
})
afterAll(() => app.close())

const aWebhook = { url: 'https://hooks.example/ours', events: 'alert.raised' }
const aConnection = { kind: 'bing', credential: 'key' }
const aSource = { kind: 'openai', model: 'gpt-5', api_key: 'key' }

/** Text fields for names and the like: the operation, the field, its maximum length, its other required input. */
const texts: [operation: string, field: string, most: number, input?: () => Record<string, string | string[]>][] = [
  ['create-workspace', 'name', 200],
  ['update-workspace', 'name', 200],
  ['rename-workspace', 'name', 200],
  ['create-key', 'name', 200],
  ['create-key', 'created_by', 200, () => ({ name: 'k' })],
  ['create-brand', 'name', 100],
  ['update-brand', 'name', 100],
  ['create-topic', 'name', 200],
  ['create-goal', 'name', 100, () => ({ path: '/cart' })],
  ['create-note', 'text', 500, () => ({ day: '2026-06-03' })],
  ['create-opportunity-comment', 'text', 2000, () => ({ opportunity_id: idOf('opportunity_id') })],
  ['update-experiment', 'name', 200, () => ({ experiment_id: idOf('experiment_id') })],
  ['create-tag', 'name', 100],
  ['create-tag', 'color', 50, () => ({ name: unique() })],
  ['create-tag', 'description', 1000, () => ({ name: unique() })],
  ['create-writing-style', 'name', 60, () => ({ surface: 'content' })],
  ['update-writing-style', 'name', 60, () => ({ writing_style_id: idOf('writing_style_id') })],
  ['create-prompt', 'text', 10_000],
  ['update-prompt', 'text', 10_000, () => ({ prompt_id: idOf('prompt_id') })],
  ['create-competitor', 'name', 200, () => ({ primary_url: 'https://hooli.com' })],
  ['update-competitor', 'name', 200, () => ({ competitor_id: idOf('competitor_id') })],
  ['create-ingest-token', 'name', 200],
  ['create-product', 'name', 200],
  ['create-product', 'description', 1000, () => ({ name: unique() })],
  ['update-product', 'name', 200, () => ({ product_id: idOf('product_id') })],
  ['create-alignment-category', 'name', 200],
  ['create-alignment-suggestion', 'suggested_prompt', 500, () => ({ country_codes: 'US' })],
  ['update-profile', 'name', 100],
  ['add-knowledge-document', 'title', 200, () => ({ text: 't' })],
  ['create-source', 'name', 200, () => aSource],
  ['update-source', 'name', 200, () => ({ source_id: idOf('source_id') })],
  ['create-webhook', 'name', 200, () => aWebhook],
  ['update-webhook', 'name', 200, () => ({ webhook_id: idOf('webhook_id') })],
]
/** Texts that may be blank, or that a blank clears. */
const clearable: typeof texts = [
  ['update-experiment', 'description', 5000, () => ({ experiment_id: idOf('experiment_id') })],
  ['update-profile', 'industry', 200],
  ['update-profile', 'short_description', 1000],
  ['update-profile', 'description', 5000],
  ['update-profile', 'primary_audience', 200],
  ['update-profile', 'main_market', 100],
  ['update-product', 'description', 1000, () => ({ product_id: idOf('product_id') })],
]
/** URLs, people's names, which no response shows, and documents follow separate rules; designs of experiments cannot repeat. */
const addresses: typeof texts = [
  ['create-brand', 'domain', 2048, () => ({ name: 'b' })],
  ['create-goal', 'path', 500, () => ({ name: 'Cart' })],
  ['create-experiment', 'name', 200, () => ({ started_on: '2026-06-10' })],
  ['create-experiment', 'description', 5000, () => ({ name: 'e', started_on: '2026-06-10' })],
  ['update-brand', 'domain', 2048],
  ['create-competitor', 'primary_url', 2048, () => ({ name: 'c' })],
  ['update-competitor', 'primary_url', 2048, () => ({ competitor_id: idOf('competitor_id') })],
  ['create-person', 'name', 200, () => ({ email: `${unique()}@example.com`, role: 'viewer' })],
  ['create-person', 'email', 254, () => ({ name: 'p', role: 'viewer' })],
  ['update-opportunity', 'owner', 200, () => ({ opportunity_id: idOf('opportunity_id') })],
  ['update-person', 'email', 254],
  ['remove-person', 'email', 254],
  ['delete-person', 'email', 254],
  ['list-member-sessions', 'email', 254],
  ['end-member-sessions', 'email', 254],
  ['create-invitation', 'email', 254, () => ({ role: 'viewer' })],
  ['create-sign-in-link', 'email', 254],
  ['reset-password', 'email', 254],
  ['unlink-person', 'email', 254],
  ['forget-address', 'address', 45],
  ['import-crawler-logs', 'domain', 253],
  ['add-knowledge-document', 'url', 2048, () => ({ title: 't' })],
  ['add-knowledge-document', 'text', 5_000_000, () => ({ title: 't' })],
  ['create-connection', 'property', 2000, () => aConnection],
  ['create-connection', 'base_url', 2000, () => ({ ...aConnection, property: 'https://acme.com/' })],
  ['create-source', 'base_url', 2000, () => ({ ...aSource, name: unique() })],
  ['update-source', 'base_url', 2000, () => ({ source_id: idOf('source_id') })],
  ['create-webhook', 'url', 2000, () => ({ ...aWebhook, name: unique() })],
  ['update-webhook', 'url', 2000, () => ({ webhook_id: idOf('webhook_id') })],
  ['set-report-settings', 'addresses', 254],
  ['create-source', 'model', 200, () => ({ ...aSource, name: unique() })],
  ['update-source', 'model', 200, () => ({ source_id: idOf('source_id') })],
]
const aliases: typeof texts = [
  ['create-brand', 'aliases', 200, () => ({ name: 'b' })],
  ['update-brand', 'aliases', 200],
  ['create-competitor', 'aliases', 200, () => ({ name: 'c', primary_url: 'https://hooli.com' })],
  ['update-competitor', 'aliases', 200, () => ({ competitor_id: idOf('competitor_id') })],
  ['update-profile', 'aliases', 200],
  ['update-profile', 'key_features', 200],
  // An excluded phrase cannot be a name, so these come last.
  ['create-brand', 'excluded_phrases', 200, () => ({ name: 'Hooli' })],
  ['update-brand', 'excluded_phrases', 200, () => ({ aliases: [''] })],
  ['create-competitor', 'excluded_phrases', 200, () => ({ name: 'c', primary_url: 'https://hooli.com' })],
  ['update-competitor', 'excluded_phrases', 200, () => ({ competitor_id: idOf('competitor_id'), aliases: [''] })],
]

const unique = () => `u${++serial}`
const idOf = (name: string) => fixture.ids[name]?.[0] as string

type Data = Record<string, unknown>

async function attempt(name: string, input: Record<string, string | string[]>) {
  const operation = commands.find((one) => one.name === name)
  const named = operation === undefined ? undefined : subjectField(operation)
  const field = operation?.resourceRef?.isOptional ? 'workspace_id' : named
  const ids = { brand_id: idOf('brand_id'), workspace_id: fixture.workspaceId }
  const subject = field === undefined ? {} : { [field]: ids[field] }
  const outcome = await app.tryOperate(name, { ...subject, ...input })
  if ('failure' in outcome) return { error: outcome.failure.error, data: {} as Data }
  const data = outcome.envelope.data as Data
  return { error: undefined, data: (data.profile ?? data) as Data }
}

async function expectRefused(name: string, input: Record<string, string | string[]>, message: RegExp): Promise<void> {
  const { error } = await attempt(name, input)
  expect([error?.code, error?.message], `${name} ${JSON.stringify(input).slice(0, 200)}`).toEqual([
    'invalid_request',
    expect.stringMatching(message),
  ])
}

test('these tests cover every text of every operation', () => {
  // Not stored as given: cursors and slugs are compared, questions asked, secrets sealed, paths used for files, names of time zones looked up, cities split.
  const read = [
    'cursor',
    'engine',
    'engines',
    'q',
    'search',
    'to',
    'from',
    'prompt',
    'language',
    'monthly_usd',
    'value',
    'api_key',
    'credential',
    'password',
    'fields',
    'operation',
    'actor',
    'input',
    'events',
    'allowed_addresses',
    'time_zone',
    'city',
  ]
  const all = commands.flatMap((operation) =>
    fieldsOf(operation)
      .filter(({ name, kind }) => kind === 'text' && !read.includes(name))
      .map(({ name }) => `${operation.name} ${name}`),
  )
  const tested = [...texts, ...clearable, ...addresses, ...aliases].map(([operation, field]) => `${operation} ${field}`)
  expect(all.sort()).toEqual(tested.sort())
})

test('texts are counted in code points after trimming, and stored trimmed', async () => {
  for (const [operation, field, most, input = () => ({})] of [...texts, ...clearable]) {
    const longest = `${unique()}${'😀'.repeat(most)}`
    const fits = [...longest].slice(0, most).join('')
    const { error, data } = await attempt(operation, {
      ...input(),
      [field]: ` \t\n\u00a0\u3000\ufeff${fits} \n`,
    })
    expect([operation, field, error, data[field]]).toEqual([operation, field, undefined, fits])
    await expectRefused(
      operation,
      { ...input(), [field]: `${fits}x` },
      new RegExp(`^${field} must be text from [01] to ${most} characters$`),
    )
  }
})

test('blank texts are rejected', async () => {
  for (const [operation, field, most, input = () => ({})] of [...texts, ...addresses])
    for (const blank of ['', ' ', '\t\r\n', '\u3000\ufeff'])
      await expectRefused(
        operation,
        { ...input(), [field]: blank },
        new RegExp(`^${field}(\\.0)? must be text from 1 to ${most} characters`),
      )
})

test('texts that a store could not hold are rejected', async () => {
  for (const [operation, field, , input = () => ({})] of [...texts, ...clearable, ...addresses, ...aliases]) {
    for (const text of ['a\u0000b', '\u0000', 'a\ud800', '\udc00b', '\udc00\ud800']) {
      const value = aliases.some(([name, other]) => name === operation && other === field) ? ['fine', text] : text
      await expectRefused(
        operation,
        { ...input(), [field]: value },
        new RegExp(`^${field}(\\.[01])? must not contain NUL or lone surrogates`),
      )
    }
  }
})

test('a text that contains an API key is rejected, and the error does not repeat it', async () => {
  const key = generateSecret()
  for (const [operation, field, , input = () => ({})] of [...texts, ...clearable, ...addresses, ...aliases])
    for (const text of [key, `Use ${key}, please`])
      await expectRefused(
        operation,
        { ...input(), [field]: text },
        new RegExp(`^(?!.*${key})${field}(\\.0)? must not contain an API key`),
      )
  for (const name of ['svc_sk_…abcd', key.slice(0, -1), 'svc_sk_<API_KEY>'])
    expect((await attempt('create-topic', { name })).data.name).toBe(name)
})

test('names reject line breaks and control characters', () => {
  const taken: string[] = []
  let names = 0
  for (const { name, fields } of operations)
    for (const [field, schema] of Object.entries(fields)) {
      if (!/(^|_)(name|title|aliases)$/.test(field)) continue
      names += 1
      for (const inside of ['\r\n', '\n', '\t', '\u0000', '\u007f', '\u0085', '\u2028', '\u2029']) {
        const text = `Acme${inside}Bcc: eve@evil.example`
        const value = field === 'aliases' ? ['Acme', text] : text
        if ((schema as z.ZodType).safeParse(value).success) taken.push(`${name} ${field} ${JSON.stringify(inside)}`)
      }
    }
  expect(taken).toEqual([])
  expect(names).toBeGreaterThan(20)
})

test('texts in every script come back unchanged', async () => {
  for (const name of ['日本語', 'العربية', 'e\u0301', '👩‍👩‍👧', 'O\'Brien "&" <b>\\', '$x', '__proto__'])
    expect((await attempt('create-topic', { name })).data.name).toBe(name)
})

test('aliases are trimmed; blanks and duplicates are dropped, the order stays', async () => {
  for (const [operation, field, , input = () => ({})] of aliases) {
    const given = ['  b ', 'a', '', 'b', '\u3000', 'B', 'a ', '😀']
    // Names match in any letter case; other texts do not.
    const others = field === 'key_features' ? ['B'] : []
    const { data } = await attempt(operation, { ...input(), [field]: given })
    expect(data[field]).toEqual(['b', 'a', ...others, '😀'])
  }
})

test('at most 50 aliases are accepted, each of at most 200 characters', async () => {
  for (const [operation, field, most, input = () => ({})] of aliases) {
    const fifty = Array.from({ length: 50 }, (_, number) => `n${number}`)
    expect((await attempt(operation, { ...input(), [field]: fifty })).data[field]).toEqual(fifty)
    await expectRefused(
      operation,
      { ...input(), [field]: [...fifty, 'x'] },
      new RegExp(`^${field} must be a list of at most 50 items`),
    )
    expect((await attempt(operation, { ...input(), [field]: ['😀'.repeat(most)] })).error).toBeUndefined()
    await expectRefused(
      operation,
      { ...input(), [field]: ['x'.repeat(most + 1)] },
      new RegExp(`^${field} must be text from 1 to ${most}`),
    )
  }
})

test('a blank alias clears the aliases', async () => {
  for (const [operation, field, , input = () => ({})] of aliases)
    expect((await attempt(operation, { ...input(), [field]: [''] })).data[field] ?? []).toEqual([])
})

test('unknown fields of an operation are rejected by name', async () => {
  for (const { name, takesFile } of commands) {
    if (takesFile) continue
    const { error } = await attempt(name, { surprise: '1' })
    expect([name, error?.code, error?.message]).toEqual([
      name,
      'invalid_request',
      expect.stringContaining('unknown "surprise"'),
    ])
  }
})

test('an operation on a brand or a workspace needs an existing id, unless it is the same in all', async () => {
  for (const { name, on, isSameInAll } of commands.filter((one) => subjectField(one) !== undefined)) {
    const field = `${on}_id`
    const failed = async (input: Record<string, string>) => {
      const outcome = await app.tryOperate(name, input)
      return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
    }
    const missing = ['invalid_request', `${field} is required: a uuid`]
    expect(await failed({})).toEqual(isSameInAll ? [] : missing)
    for (const id of ['', 'x', `${crypto.randomUUID()}0`, '\u0000'])
      expect(await failed({ [field]: id })).toEqual(['invalid_request', `${field} must be a uuid`])
    expect(await failed({ [field]: crypto.randomUUID() })).toEqual(['not_found', `${on} not found`])
  }
})
