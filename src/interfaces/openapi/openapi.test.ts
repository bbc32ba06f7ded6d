import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { inputSchema, pathFields } from '../../kernel/operation.ts'
import { errorStatus } from '../../lib/errors.ts'
import { checker, type JsonSchema, resolved } from '../../testing/api-document.ts'
import {
  type Endpoint,
  endpoints,
  type Parameter,
  parametersOf,
  type Query,
  readEndpoints,
  steadyEndpoints,
  urlOf,
  validValue,
} from '../../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import { inForm, portion } from '../../testing/forms.ts'
import type { TestApp } from '../../testing/test-app.ts'

interface Described {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: {
    name: string
    in: string
    required: boolean
    description?: string
    $ref?: string
    explode?: boolean
    schema: Record<string, unknown>
  }[]
  responses: Record<
    string,
    { $ref?: string; description?: string; headers?: object; content?: Content; 'x-csv'?: object }
  >
  requestBody?: { content: Record<string, { schema: { properties: object } }> }
}

type Content = Record<string, { schema: z.core.JSONSchema.JSONSchema }>

interface Sent {
  schema: JsonSchema
  example: object
}

interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: object[]
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': Sent } } } }>
  components: {
    securitySchemes: Record<string, { type: string; scheme: string }>
    schemas: Record<string, z.core.JSONSchema.JSONSchema>
    responses: Record<string, { description: string; content: Content }>
  }
}

let app: TestApp
let fixture: Fixture
let document: Document

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  const answer = await app.get('/openapi.json')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  document = answer.body as unknown as Document
})
afterAll(() => app.close())

const described = ({ http }: Endpoint) => document.paths[http.path]?.[http.method.toLowerCase()] as Described
const successSchema = (endpoint: Endpoint) =>
  described(endpoint).responses[200]?.content?.['application/json']?.schema as JsonSchema
const successOf = (endpoint: Endpoint) => checker(successSchema(endpoint), document)

/** A schema with its references replaced by their targets. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole)
  if (typeof value !== 'object' || value === null) return value
  const target = resolved(value as JsonSchema, document)
  return Object.fromEntries(Object.entries(target).map(([key, child]) => [key, whole(child)]))
}

/** Every object in a JSON value, with its path. */
function* objectsIn(value: unknown, path = '#'): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [key, child] of Object.entries(value)) yield* objectsIn(child, `${path}/${key}`)
}

test('it is an OpenAPI 3.1 document with a title, a version and the key as security', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info.title).toBe('Sightline')
  expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(document.servers).toEqual([{ url: '/' }])
  expect(document.components.securitySchemes).toMatchObject({ key: { type: 'http', scheme: 'bearer' } })
  expect(document.security).toEqual([{ key: [] }])
  const known = ['openapi', 'info', 'servers', 'security', 'paths', 'webhooks', 'components', 'tags']
  expect(Object.keys(document).filter((name) => !known.includes(name))).toEqual([])
})

test('each event type has a webhook payload, with an example that matches its schema', () => {
  const kinds = app.app.services.features.flatMap(({ events = [] }) => events)
  expect(Object.keys(document.webhooks).sort()).toEqual(kinds.map(({ type }) => type).sort())
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema, example } = post.requestBody.content['application/json']
    expect(example, type).toMatchObject({ type })
    expect(checker(schema, document).safeParse(example).error, type).toBeUndefined()
  }
})

test('it has every operation with a route, under its name, and nothing else', () => {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  )
  expect(routes.sort()).toEqual(
    endpoints
      .flatMap(({ http, name, download }) => [
        `${http.method} ${http.path} ${name}`,
        ...(download === undefined ? [] : [`GET ${http.path}/file ${name}-file`]),
      ])
      .sort(),
  )
  expect(new Set(routes.map((route) => route.split(' ')[2])).size).toBe(routes.length)
})

test('every operation has a description and names its scope', () => {
  for (const endpoint of endpoints) {
    const { summary, description, tags } = described(endpoint)
    expect(summary.length).toBeGreaterThan(5)
    expect(description).toContain(endpoint.access === 'any-key' ? 'Any valid key' : endpoint.access)
    expect(tags).toEqual([expect.stringMatching(/^[a-z-]+$/)])
  }
})

test('every operation lists its parameters, path parameters first', () => {
  for (const endpoint of readEndpoints) {
    const { parameters: listed } = described(endpoint)
    const parameters = listed.filter((parameter) => parameter.$ref === undefined)
    const condition = { $ref: '#/components/parameters/If-None-Match' }
    expect(listed.slice(parameters.length)).toEqual(steadyEndpoints.includes(endpoint) ? [condition] : [])
    const inPath = pathFields(endpoint.http.path)
    const inQuery = Object.keys(inputSchema(endpoint).shape).filter((name) => !inPath.includes(name))
    expect(parameters.map((parameter) => [parameter.name, parameter.in])).toEqual([
      ...inPath.map((name) => [name, 'path']),
      ...inQuery.map((name) => [name, 'query']),
    ])
    for (const parameter of parameters.filter((one) => one.in === 'path'))
      expect(parameter).toMatchObject({ required: true, schema: { type: 'string', format: 'uuid' } })
  }
})

test('the schema of a parameter describes what the API accepts', async () => {
  for (const endpoint of readEndpoints) {
    for (const parameter of parametersOf(endpoint)) {
      const { required, explode, schema } = described(endpoint).parameters.find(
        ({ name }) => name === parameter.name,
      ) as Described['parameters'][number]
      expect([parameter.name, required, schema.type === 'array', explode === true]).toEqual([
        parameter.name,
        parameter.required,
        parameter.repeatable,
        parameter.repeatable,
      ])
      const item = (parameter.repeatable ? schema.items : schema) as Record<string, unknown>
      expect(item.type).toBe(parameter.kind === 'integer' || parameter.kind === 'boolean' ? parameter.kind : 'string')
      if (parameter.name === 'cursor') continue
      const text = validValue(parameter, fixture.ids)
      const value = parameter.kind === 'integer' ? Number(text) : parameter.kind === 'boolean' ? text === 'true' : text
      expect(z.fromJSONSchema(item as z.core.JSONSchema.JSONSchema).safeParse(value).success, parameter.name).toBe(true)
    }
  }
})

test('every reference has a target within the document', () => {
  let references = 0
  for (const [path, { $ref }] of objectsIn(document)) {
    if (typeof $ref !== 'string') continue
    references += 1
    expect($ref, path).toMatch(/^#\//)
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
    expect(target, `${path} → ${$ref}`).toBeTypeOf('object')
  }
  expect(references).toBeGreaterThan(endpoints.length)
})

test('schemas contain only JSON Schema and nothing internal', () => {
  const keywords = new Set([
    'type',
    'format',
    'pattern',
    'description',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'enum',
    'const',
    'anyOf',
    'oneOf',
    'allOf',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'default',
    'propertyNames',
    'minProperties',
    'deprecated',
    'examples',
    '$ref',
  ])
  for (const [path, object] of objectsIn(document)) {
    if (!/\/(schema|items|anyOf\/\d+|properties\/\w+)$/.test(path)) continue
    expect(
      Object.keys(object).filter((key) => !keywords.has(key)),
      path,
    ).toEqual([])
  }
})

test('every possible response is described, errors by one schema', () => {
  for (const endpoint of endpoints) {
    const { responses } = described(endpoint)
    const found = endpoint.on === 'brand' ? [404] : []
    const kept = steadyEndpoints.includes(endpoint) ? [304] : []
    const statuses = [200, ...kept, 400, 401, 403, ...found, 405, 429, 500, 503]
    expect(Object.keys(responses).map(Number)).toEqual(expect.arrayContaining(statuses))
    expect(responses[200]?.description).toBeTruthy()
    expect(Object.keys(responses[200]?.content ?? {})).toEqual(['application/json'])
    expect(responses[200]?.['x-csv'] !== undefined).toBe(endpoint.list !== undefined)
  }
  for (const [code, status] of Object.entries(errorStatus)) {
    const response = document.components.responses[status]
    expect(response?.description.split(', ')).toContain(code)
    expect(response?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' })
  }
})

/** Queries for every response shape of an endpoint; in the short form, some of them. */
function queriesOf(endpoint: Endpoint, place: number): Query[] {
  // Both bounds of the comparison period are required together.
  const bounds = ['previous_start_date', 'previous_end_date']
  const parameters = parametersOf(endpoint).filter(({ name }) => ![...bounds, 'cursor'].includes(name))
  const single = parameters
    .filter(({ kind }) => kind === 'enum')
    .flatMap(({ name, values }) => values.map((value): Query => [[name, value]]))
  const valid = (parameter: Parameter): Query => [[parameter.name, validValue(parameter, fixture.ids)]]
  const switches = parameters.filter(({ kind }) => kind === 'boolean').map(valid)
  const others = parameters.filter(({ kind }) => kind !== 'enum' && kind !== 'boolean').map(valid)
  const takes = (parameter: string) => parametersOf(endpoint).some(({ name }) => name === parameter)
  const empty: Query[] = takes('end_date') ? [[['end_date', '2001-01-01']]] : []
  if (takes('compare_to_previous')) {
    empty.push([
      ['end_date', '2026-05-30'],
      ['compare_to_previous', 'true'],
    ])
  }
  const before: Query[] = takes('previous_end_date') ? [bounds.map((name) => [name, '2026-01-31'])] : []
  return [[], ...portion([...single, ...switches, ...others], place, 12), ...before, ...empty]
}

/** One of the paths that differ only in their indexes. */
const onePerShape = (paths: string[]) => [
  ...new Map(paths.map((path) => [path.replace(/\/\d+(?=\/|$)/g, '/*'), path])).values(),
]

test('every response of every read has exactly the documented shape', async () => {
  for (const [place, endpoint] of readEndpoints.entries()) {
    const schema = successOf(endpoint)
    for (const query of queriesOf(endpoint, place)) {
      const { status, body } = await app.get(urlOf(endpoint, fixture.ids, query), fixture.key)
      const what = `${endpoint.name} ${JSON.stringify(query)}`
      expect(status, what).toBe(200)
      expect(schema.safeParse(body).error?.issues, what).toBeUndefined()
    }
    if (place % inForm(10, 1) !== 0) continue
    // The check itself works: each object of the response must have its own keys and no others.
    const { text } = await app.get(urlOf(endpoint, fixture.ids), fixture.key)
    const paths = [...objectsIn(JSON.parse(text))].map(([path]) => path)
    for (const path of inForm(onePerShape(paths), paths).map((path) => path.split('/').slice(1))) {
      const corrupted = JSON.parse(text)
      const object = path.reduce((node, key) => node[key], corrupted)
      // Maps by engine have numbers.
      object.surprise = []
      expect(schema.safeParse(corrupted).success, `${endpoint.name} ${path}`).toBe(false)
    }
    const short = JSON.parse(text)
    delete short.request_id
    expect(schema.safeParse(short).success).toBe(false)
  }
})

test('every error has the documented shape', async () => {
  const schema = checker(document.components.schemas.Error as JsonSchema, document)
  const answers = [
    await app.get('/v1/me'),
    await app.get('/v1/nothing', fixture.key),
    await app.send('POST', '/v1/me', fixture.key),
    await app.get('/v1/me?x=1', fixture.key),
    await app.get('/v1/brands?cursor=x', fixture.key),
    await app.get('/nothing'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 405, 400, 400, 404])
  for (const { body } of answers) expect(schema.safeParse(body).error?.issues).toBeUndefined()
  expect(schema.safeParse({ ...answers[0]?.body, data: [] }).success).toBe(false)
})

test('every metric is explained once, and its fields agree', () => {
  const explained = [...document.info.description.matchAll(/^- `(\w+)`: (.+)$/gm)]
  const metricCatalog = Object.fromEntries(explained.map(([, name = '', meaning = '']) => [name, meaning]))
  expect(Object.keys(metricCatalog)).toHaveLength(explained.length)
  expect(Object.keys(metricCatalog)).toEqual(expect.arrayContaining(['visibility_pct', 'avg_rank']))
  // Answers of all time, the rank by first mention in one answer, prompts with or without answers, and any entity's.
  const others = [
    'list-engines executions',
    'get-execution rank',
    'list-alignment-categories prompt_count',
    'list-visibility-changes previous_visibility_pct',
    'get-experiment verdict',
    'list-experiments verdict',
    // Contains the responses of the previous three.
    'get-report previous_visibility_pct',
    'get-report verdict',
  ]
  const shown = new Set<string>()
  for (const endpoint of readEndpoints) {
    for (const [path, { properties }] of objectsIn(whole(successSchema(endpoint)))) {
      if (properties === undefined || path.endsWith('/properties')) continue
      for (const [name, schema] of Object.entries(properties as Record<string, { description?: string }>)) {
        if (!Object.hasOwn(metricCatalog, name)) continue
        shown.add(name)
        const field = `${endpoint.name} ${name}`
        if (others.includes(field)) continue
        expect(schema.description, `${field} at ${path}`).toBe(metricCatalog[name])
      }
    }
  }
  expect([...shown].sort()).toEqual(Object.keys(metricCatalog).sort())
})

test('optional and nullable parameters keep their descriptions', () => {
  for (const endpoint of readEndpoints)
    for (const parameter of described(endpoint).parameters.filter(({ name }) => name !== undefined))
      expect([parameter.name, parameter.description]).toEqual([parameter.name, expect.stringMatching(/\w/)])
})

test('the reference is served only from here, under a strict content security policy', async () => {
  const page = await app.get('/docs')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = String(page.headers['content-security-policy']).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]),
  )
  expect(policy.join(';')).not.toMatch(/\*|https?:|unsafe-eval|script-src[^;]*unsafe-inline/)
  expect(page.text).not.toMatch(/https?:|["'(]\/\/|<script(?![^>]*\bsrc=)|<style|\son\w+=|\bstyle=/)
  const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, url]) => url as string)
    .filter((url) => url !== 'data:,')
  expect(assets).toHaveLength(3)
  for (const url of assets) {
    expect(url).toMatch(/^\/docs\//)
    const asset = await app.get(url)
    expect(asset.status, url).toBe(200)
    expect(asset.headers['content-type'], url).toMatch(url.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
    expect(asset.headers['x-content-type-options']).toBe('nosniff')
    expect(asset.text.length).toBeGreaterThan(50)
  }
  const start = await app.get('/docs/start.js')
  expect(start.text).toContain("'/openapi.json'")
  expect(start.text).not.toMatch(/https?:/)
  for (const url of ['/docs/checks', '/docs/checks/noindex']) {
    const { status, headers } = await app.get(url)
    expect([status, headers['content-security-policy']]).toEqual([200, policy.join('; ')])
  }
  for (const url of [
    '/docs/',
    '/docs/nothing',
    '/docs/checks/nothing',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
  ])
    expect((await app.get(url)).status, url).toBe(404)
})

test('every write documents its Idempotency-Key, its body and its errors', () => {
  const writes = endpoints.filter(({ http }) => http.method !== 'GET')
  expect(writes.length).toBeGreaterThan(1)
  for (const endpoint of writes) {
    const { parameters, requestBody, responses } = described(endpoint)
    expect(parameters.at(-1)).toEqual({ $ref: '#/components/parameters/Idempotency-Key' })
    const body = requestBody?.content['application/json']?.schema
    const shown = body === undefined ? undefined : resolved(body as JsonSchema, document)
    expect(Object.keys(shown?.properties ?? {}).sort()).toEqual([...(endpoint.http.body ?? [])].sort())
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '403', '404', '409', '429']))
  }
})
