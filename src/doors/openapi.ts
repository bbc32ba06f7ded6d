import { z } from 'zod'
import { errorStatus } from '../core/errors.ts'
import { inputSchema, type Operation, pathFields } from '../core/operation.ts'
import { readScopes, writeScopes } from '../core/scopes.ts'
import { isList } from '../core/text-input.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: made }) => {
      // What a value is in words, which validation messages use as well.
      if (typeof made.takes === 'string') made.description ??= made.takes
      delete made.takes
    },
  })
  return rest
}

/** The OpenAPI 3.1 document of the public API, made from the operations that have a route. */
export function openApiDocument(operations: readonly Operation[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    if (operation.http === undefined) continue
    const { method, path } = operation.http
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: `An API key. Scopes: ${scopeList()}` },
      },
      schemas: { Error: errorSchema() },
      responses: errorResponses(),
    },
  }
}

const introduction = `How a brand appears in the answers of AI search engines.

**Requests** carry \`Authorization: Bearer svc_sk_…\`. Unknown parameters are refused, never ignored. Dates are days of UTC,
inclusive. Repeatable parameters are given several times: \`engine=chatgpt&engine=gemini\`.

**Lists** have \`data\`, \`pagination\` and mostly \`meta\`. Go on with \`pagination.next_cursor\` until it is null; a cursor holds
for an hour, for the same key, path and query. A walk over figures shows the state that its first page saw, and ends in
\`invalid_cursor\` if the history was read again since.

**Metrics**, over the answers that the filters leave; the active entities are the brand and its active competitors:

- *visibility*: 100 × answers naming the entity at least once / all answers.
- *market share*: 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned.
- *sentiment*: the mean, over the answers naming it, of that answer's sentiment towards it; 0 to 100, 50 neutral.
- *average rank*: the mean, over the answers naming it, of its place by first mention among the active entities.
- *rank*: by visibility, then market share, then average rank (smaller first), then name, then id.

Figures are rounded to 2 decimals at the very end, deltas are taken before. Without any answer every figure is null; for an
entity that is not mentioned, visibility and market share are 0, sentiment and average rank null.

**Limits** are per key and minute; every response says in \`RateLimit\` what is left. **Errors** have \`error.code\` to branch on.`

const scopeList = () =>
  Object.entries({ ...readScopes, ...writeScopes })
    .map(([scope, area]) => `${scope} (${area})`)
    .join('; ')

function describe(operation: Operation): Json {
  const http = operation.http as NonNullable<Operation['http']>
  const access = operation.access === 'any-key' ? 'Any valid key.' : `Scope: \`${operation.access}\`.`
  const statuses = ['400', '401', '403', ...(operation.on === 'brand' ? ['404'] : []), '429', '500', '503']
  return {
    operationId: operation.name,
    tags: [
      http.path.includes('{brand_id}')
        ? (http.path.split('/')[4] ?? 'brands')
        : (http.path.split('/')[2] ?? ''),
    ],
    summary: operation.summary,
    description: [operation.description, access].filter(Boolean).join('\n\n'),
    parameters: [...pathParameters(http.path), ...queryParameters(operation, http.path)],
    responses: {
      200: {
        description: 'Success',
        headers: commonHeaders,
        content: { 'application/json': { schema: envelope(operation) } },
      },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  }
}

const pathParameters = (path: string) =>
  pathFields(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))

function queryParameters(operation: Operation, path: string): Json[] {
  const inPath = pathFields(path)
  const shape = inputSchema(operation).shape as Record<string, z.ZodType>
  return Object.entries(shape)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => {
      const { description, ...rest } = jsonSchema(schema, 'input')
      return {
        name,
        in: 'query',
        required: !schema.safeParse(undefined).success,
        ...(description === undefined ? {} : { description }),
        ...(isList(schema) ? { style: 'form', explode: true } : {}),
        schema: rest,
      }
    })
}

function envelope(operation: Operation): Json {
  const pagination = z.object({
    limit: z.int().describe('Items that this page could hold'),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Null on the last page'),
  })
  const shape = {
    data: operation.data,
    ...(operation.list === undefined ? {} : { pagination }),
    ...(operation.meta === undefined ? {} : { meta: operation.meta }),
    request_id: z.string(),
  }
  return jsonSchema(z.object(shape), 'output')
}

const commonHeaders = {
  'x-request-id': { description: 'The request_id of the body', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The limit that the request counts in', schema: { type: 'string' } },
  RateLimit: { description: 'What is left of it, and for how many seconds', schema: { type: 'string' } },
}

const errorSchema = () =>
  jsonSchema(
    z.object({
      error: z.object({
        code: z.enum(Object.keys(errorStatus) as [string, ...string[]]).describe('Branch on it'),
        message: z.string().describe('For people; its wording may change'),
        request_id: z.string(),
      }),
    }),
    'output',
  )

function errorResponses(): Record<string, Json> {
  const byStatus = Map.groupBy(Object.entries(errorStatus), ([, status]) => String(status))
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(([code]) => code).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}
