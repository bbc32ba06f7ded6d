import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { errorStatus } from '../../lib/errors.ts'
import { hasEntityTags } from '../http/conditional.ts'
import { csvColumns } from '../http/csv.ts'
import type { Components } from './components.ts'
import examples from './examples.json' with { type: 'json' }
import { type Json, jsonSchema, namedSchema } from './openapi-schema.ts'

/** Response headers with their descriptions. */
const headers = {
  'x-request-id': 'Same as request_id in the body.',
  'RateLimit-Policy': 'The rate limit of the request (draft-ietf-httpapi-ratelimit-headers).',
  RateLimit: 'Remaining requests and seconds until the limit resets.',
  ETag: 'Send it as If-None-Match. Missing while data changes or if a part could not be read.',
  Vary: 'Accept, if the response can be JSON, CSV or a file.',
  'Cache-Control': 'Private; revalidate before reuse.',
  Link: 'CSV only: URL of the next page (rel="next").',
  'Retry-After': 'Seconds to wait before a retry.',
  'Idempotent-Replayed': 'true if this is the response to an earlier attempt.',
  Allow: 'Methods that the path supports.',
  'WWW-Authenticate': 'Bearer',
} as const

type Header = keyof typeof headers

/** Headers of every response. */
const always: readonly Header[] = ['x-request-id', 'Cache-Control']
const limited: readonly Header[] = [...always, 'RateLimit-Policy', 'RateLimit']

const refer = (names: readonly Header[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const headerComponents = (): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, required: always.includes(name as Header), schema: { type: 'string' } },
    ]),
  )

/** Lets a client revalidate a stored response. */
export const conditionComponent: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags of stored responses, or * for any. Returns 304 if one is still current.',
  schema: { type: 'string' },
}

/** Identifies a write across its retries. */
export const idempotencyComponent: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Unique per write and unchanged in its retries: 1 to 255 printable ASCII characters.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
}

export function responsesOf(operation: Operation, components: Components): Json {
  const isRead = hasEntityTags(operation)
  const isFound = operation.on === 'brand' || /\{/.test(operation.http?.path ?? '')
  const isWrite = operation.http?.method !== 'GET'
  const errors = [
    ...['400', '401', '403', ...(isFound ? ['404'] : []), '405'],
    ...[...(isWrite ? ['409'] : []), '429', '500', '503'],
  ]
  return {
    200: success(operation, components),
    ...(isRead ? { 304: { $ref: '#/components/responses/304' } } : {}),
    ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  }
}

function success(operation: Operation, components: Components): Json {
  const { list, downloads } = operation
  const names: Header[] = [...limited]
  if (hasEntityTags(operation)) names.push('ETag')
  if (operation.http?.method !== 'GET') names.push('Idempotent-Replayed')
  if (list !== undefined) names.push('Vary', 'Link')
  if (downloads !== undefined) names.push('Vary')
  const schema = components.add(`${nameOf(operation)}Response`, {
    ...envelope(operation, components),
    // oapi-codegen's client has types with the names of these schemas.
    'x-go-name': `${nameOf(operation)}Result`,
  })
  const example = (examples as Record<string, unknown>)[operation.name]
  return {
    description: 'Success',
    headers: refer(names),
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
    ...(list === undefined ? {} : { 'x-csv': csv(operation) }),
  }
}

/**
 * The CSV format of a list. Kept outside of `content`: generated clients would take every response for either
 * format, and would request only JSON.
 */
const csv = (operation: Operation): Json => ({
  accept: 'text/csv',
  columns: csvColumns(operation).map(({ name }) => name),
})

/** The operation's name as a prefix of schema names. */
export const nameOf = ({ name }: Operation) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

const pagination = z
  .object({
    limit: z.int().describe('Maximum number of items on a page.'),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
  })
  .meta({ component: 'Pagination' })

function envelope(operation: Operation, components: Components): Json {
  const { http, data, list, meta } = operation
  const shape = {
    data: http?.wrap === undefined ? data : z.object({ [http.wrap]: data }),
    ...(list === undefined ? {} : { pagination }),
    ...(meta === undefined ? {} : { meta }),
    request_id: z.string(),
  }
  const made = namedSchema(z.object(shape), 'output')
  const properties = made.properties as Record<string, Json>
  const shown = properties.data as Json
  const name = nameOf(operation)
  const named =
    shown.type === 'array'
      ? { ...shown, items: components.add(`${name}Row`, shown.items as Json) }
      : components.add(`${name}Data`, shown)
  return { ...made, properties: { ...properties, data: named } }
}

export const errorSchema = (): Json =>
  jsonSchema(
    z.object({
      error: z.object({
        code: z
          .string()
          .describe(
            `Machine-readable code. Treat an unknown one like other errors of its status class. Currently: ${Object.keys(errorStatus).join(', ')}.`,
          ),
        message: z.string().describe('Human-readable; the wording may change.'),
        request_id: z.string(),
        resource: z
          .string()
          .optional()
          .describe(
            'The missing resource: `brand` if the key has no access to such a brand, or a resource of the brand.',
          ),
      }),
    }),
    'output',
  )

/** Headers of errors, in addition to those of every response. */
const errorHeaders: Record<string, readonly Header[]> = {
  401: ['WWW-Authenticate'],
  403: ['Idempotent-Replayed'],
  404: ['Idempotent-Replayed'],
  405: ['Allow'],
  409: ['Idempotent-Replayed'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Every error status with its codes, and 304. */
export function responseComponents(): Json {
  const byStatus = Map.groupBy(Object.entries(errorStatus), ([, status]) => String(status))
  const errors = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map(([code]) => code).join(', '),
      headers: refer([...limited, ...(errorHeaders[status] ?? [])]),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  const notModified = {
    description: 'The stored response is still current.',
    headers: refer([...limited, 'ETag', 'Vary']),
  }
  return { 304: notModified, ...Object.fromEntries(errors) }
}
