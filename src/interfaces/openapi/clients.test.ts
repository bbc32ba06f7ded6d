import { describe, expect, test } from 'vitest'
import { features } from '../../features.ts'
import { bodySchema, querySchema } from '../../kernel/operation.ts'
import {
  type ApiDocument,
  checker,
  describedOperations,
  type JsonSchema,
  resolved,
} from '../../testing/api-document.ts'
import { endpoints, readEndpoints } from '../../testing/endpoints.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(features, '1.0.0') as unknown as ApiDocument & {
  tags: { name: string; description: string }[]
  webhooks: Record<
    string,
    {
      post: {
        'x-internal'?: boolean
        requestBody: { content: { 'application/json': { schema: JsonSchema } } }
      }
    }
  >
}
const { schemas } = document.components
/** All but those that respond with a file. */
const operations = describedOperations(document).filter(
  ({ responses }) => responses[200]?.content?.['application/json'] !== undefined,
)
const named = (name: string) => operations.find(({ operationId }) => operationId === name)

/** Every schema in a value of the document, with its path. */
function* schemasIn(value: unknown, path = ''): Generator<[path: string, schema: JsonSchema]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as JsonSchema]
  for (const [key, child] of Object.entries(value)) if (key !== 'example') yield* schemasIn(child, `${path}/${key}`)
}

describe('the document avoids what breaks generated clients:', () => {
  test('a response allows additional fields, and an error any code', () => {
    const shown = Object.entries(schemas).filter(([name]) => !name.endsWith('Body'))
    expect(shown.length).toBeGreaterThan(endpoints.length)
    for (const [name, schema] of shown)
      for (const [path, { additionalProperties }] of schemasIn(schema))
        expect(additionalProperties, `${name}${path}`).not.toBe(false)
    const { error } = (schemas.Error as JsonSchema).properties as { error: JsonSchema }
    const { code } = error.properties as { code: JsonSchema }
    expect([code.type, code.enum]).toEqual(['string', undefined])
    expect(code.description).toContain('insufficient_scope')
  })

  test('a response of 200 has one type: CSV is described separately', () => {
    for (const { operationId, responses } of operations)
      expect(Object.keys(responses[200]?.content ?? {}), operationId).toEqual(['application/json'])
    expect(named('list-topics')?.responses[200]?.['x-csv']?.columns).toEqual(
      expect.arrayContaining(['id', 'name', 'parent_topic_id']),
    )
  })

  test('a file has the media types that it is sent with', () => {
    const file = describedOperations(document).find(({ operationId }) => operationId === 'get-export-file')
    for (const status of [200, 206])
      expect(Object.keys(file?.responses[status]?.content ?? {})).toEqual([
        'application/vnd.apache.parquet',
        'application/x-ndjson',
        'text/csv',
      ])
    // Generated Python decodes text, so CSV must not be binary.
    const schemaOf = (type: string) => file?.responses[200]?.content?.[type]?.schema
    expect(schemaOf('text/csv')).toEqual({ type: 'string' })
    expect(schemaOf('application/x-ndjson')).toEqual({ type: 'string', format: 'binary' })
  })

  test('a field of a request with a default has it in words', () => {
    for (const [name, { properties = {} }] of Object.entries(schemas))
      for (const [field, schema] of name.endsWith('Body') ? Object.entries(properties) : [])
        expect(schema, `${name}.${field}`).not.toHaveProperty('default')
    const { relation, is_active } = {
      ...schemas.CreateCompetitorBody?.properties,
      ...schemas.CreatePromptBody?.properties,
    } as Record<string, JsonSchema>
    expect(relation?.description).toContain('Defaults to "direct_competitor".')
    expect(is_active?.description).toContain('Defaults to true.')
  })

  test('nothing has only the type null, which some generators omit', () => {
    for (const [path, schema] of schemasIn(schemas))
      if (!/\/anyOf\/\d+$/.test(path)) expect(schema.type, path).not.toBe('null')
  })

  test('no boolean is a constant, which openapi-generator cannot express in Java', () => {
    for (const [path, schema] of schemasIn(schemas))
      expect(schema.type === 'boolean' && 'const' in schema, path).toBe(false)
  })

  test('a response has another name in Go, where oapi-codegen’s own types have its name', () => {
    for (const [name, schema] of Object.entries(schemas))
      expect((schema as Record<string, unknown>)['x-go-name'], name).toBe(
        name.endsWith('Response') ? name.replace(/Response$/, 'Result') : undefined,
      )
  })

  test('an event has its schema in full, without anyOf, and clients do not send it', () => {
    expect(Object.keys(document.webhooks).length).toBeGreaterThan(5)
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(post['x-internal'], type).toBe(true)
      const { schema } = post.requestBody.content['application/json']
      // openapi-generator's Python client ends with an error at one in a webhook.
      expect(JSON.stringify(schema), type).not.toContain('anyOf')
      const { properties } = schema
      expect(properties?.brand, type).toMatchObject({ type: ['object', 'null'], required: ['id', 'name'] })
    }
  })
})

describe('the parts of a generated client:', () => {
  test('every response, row and body has a name, and shared shapes have one name', () => {
    for (const { operationId, responses } of operations) {
      const { $ref } = responses[200]?.content?.['application/json']?.schema ?? {}
      expect($ref, operationId).toMatch(/^#\/components\/schemas\/\w+Response$/)
      const response = resolved({ $ref } as JsonSchema, document)
      const data = response.properties?.data as JsonSchema
      expect((data.items as JsonSchema | undefined)?.$ref ?? data.$ref, operationId).toMatch(/^#/)
    }
    const uses = JSON.stringify(document)
    for (const name of ['Prompt', 'Competitor', 'BrandProfile', 'Audit', 'Issue', 'WritingStyle', 'Period'])
      expect(uses.split(`"#/components/schemas/${name}"`).length, name).toBeGreaterThan(2)
  })

  test('no bound is that of any integer', () => {
    expect(JSON.stringify(document)).not.toContain('9007199254740991')
  })

  test('every group of operations has a description and its place', () => {
    const used = new Set(operations.flatMap((operation) => operation.tags))
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
    for (const { description } of document.tags) expect(description).toMatch(/\w/)
    expect(document.tags[0]?.name).toBe('me')
  })

  test('every operation declares its scope', () => {
    for (const { name, access } of endpoints)
      expect(named(name)?.security, name).toEqual([{ key: access === 'any-key' ? [] : [access] }])
  })
})

describe('the documented bounds are enforced:', () => {
  const texts = endpoints.flatMap((endpoint) =>
    Object.entries(named(endpoint.name)?.requestBody?.content['application/json']?.schema.properties ?? {}).flatMap(
      ([field, schema]) => {
        const text = textIn(schema as JsonSchema)
        return text === undefined ? [] : [{ endpoint, field, ...text }]
      },
    ),
  )
  /** A text field or a list of texts, nullable or not. */
  function textIn(schema: JsonSchema): { text: JsonSchema; isList: boolean } | undefined {
    const one = (schema.anyOf?.[0] as JsonSchema | undefined) ?? schema
    const isList = one.type === 'array'
    const text = isList ? (one.items as JsonSchema) : one
    return text.type === 'string' &&
      text.enum === undefined &&
      text.format === undefined &&
      text.maxLength !== undefined
      ? { text, isList }
      : undefined
  }

  test.for(texts.map((one) => [`${one.endpoint.name} ${one.field}`, one] as const))(
    '%s',
    ([, { endpoint, field, text, isList }]) => {
      const server = bodySchema(endpoint)?.shape[field]
      const longest = 'x'.repeat(text.maxLength as number)
      for (const value of [longest, `${longest}x`, 'a\0b', ...(isList ? [] : ['', ' '])]) {
        const sent = isList ? [value] : value
        expect(server?.safeParse(sent).success, JSON.stringify(value).slice(0, 20)).toBe(
          checker(text).safeParse(value).success,
        )
      }
    },
  )

  test('there are texts with bounds', () => {
    expect(texts.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'text', 'description', 'aliases']))
  })

  test('days', () => {
    for (const endpoint of readEndpoints) {
      const given = named(endpoint.name)?.parameters.find(({ name }) => name === 'end_date')
      if (given === undefined) continue
      const server = querySchema(endpoint).shape.end_date
      for (const day of ['1969-12-31', '1970-01-01', '2026-13-01', '2026-01-32', '2199-12-31', '2200-01-01', 'today'])
        expect(checker(given.schema).safeParse(day).success, `${endpoint.name} ${day}`).toBe(
          server?.safeParse(day).success,
        )
    }
  })

  test('the minimum number of fields', () => {
    const body = (name: string) => named(name)?.requestBody?.content['application/json']?.schema as JsonSchema
    expect([body('update-profile').minProperties, named('update-profile')?.requestBody?.required]).toEqual([1, true])
    const { updates } = body('update-alignment-suggestions').properties as { updates: JsonSchema }
    expect((updates.items as JsonSchema).minProperties).toBe(2)
    const codes = (updates.items as JsonSchema).properties?.country_codes as JsonSchema
    expect(codes).toMatchObject({ minItems: 1, maxItems: 20, items: { pattern: '^[A-Z]{2}$' } })
  })
})

describe('one spelling per field:', () => {
  const spellings = {
    state: 'status',
    first_seen: 'first_seen_at',
    last_seen: 'last_seen_at',
    topic: 'topic_id',
  } as const

  test.for(Object.entries(spellings))('%s is deprecated in favor of %s next to it', ([former, common]) => {
    const objects = [...schemasIn(schemas)].filter(([, { properties }]) => properties?.[former] !== undefined)
    expect(objects.length).toBeGreaterThan(0)
    for (const [path, { properties }] of objects) {
      const field = resolved(properties?.[former] as JsonSchema, document)
      // The state that an update of an opportunity takes is its progress.
      const names = former === 'state' ? [common, 'progress'] : [common]
      const isNextTo = names.some((name) => properties?.[name] !== undefined)
      expect([path, field.deprecated, isNextTo]).toEqual([path, true, true])
    }
  })
})
