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
      description: 'How a brand appears in the answers of AI search engines.',
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
