import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { errorStatus } from '../../lib/errors.ts'
import { hasEntityTags } from '../http/conditional.ts'
import { csvColumns } from '../http/csv.ts'
import { type Json, jsonSchema } from './openapi-schema.ts'

/** Headers of responses, each with what it says. */
const headers = {
  'x-request-id': 'The request_id of the body',
  'RateLimit-Policy': 'The limit that the request counts in (draft-ietf-httpapi-ratelimit-headers)',
  RateLimit: 'What is left of it, and for how many seconds',
  ETag: 'Send it back as If-None-Match. Missing while data changes, and where a part could not be read',
  Vary: 'Accept, where the response may be JSON or CSV',
  'Cache-Control': 'Keep it for yourself, and ask before you show it again',
  Link: 'As CSV, the way to the next page: rel="next"',
  'Retry-After': 'Seconds to wait',
  'Idempotent-Replayed': 'true, where this is the outcome of an earlier attempt',
  Allow: 'The methods that the path takes',
  'WWW-Authenticate': 'Bearer',
} as const

type Header = keyof typeof headers

/** Those that every response has. */
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

/** What a GET may send so that it need not be answered again. */
export const conditionComponent: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Entity tags of responses that the client has: 304 where one of them still holds',
  schema: { type: 'string' },
}

/** What a write sends so that its retries are the same write. */
export const idempotencyComponent: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Unique for each write, the same in its retries: 1 to 255 printable ASCII characters',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
}

/** Every response that an operation can give, by status. */
export function responsesOf(operation: Operation): Json {
  const isRead = hasEntityTags(operation)
  const isFound = operation.on === 'brand' || /\{/.test(operation.http?.path ?? '')
  const isWrite = operation.http?.method !== 'GET'
  const errors = [
    ...['400', '401', '403', ...(isFound ? ['404'] : []), '405'],
    ...[...(isWrite ? ['409'] : []), '429', '500', '503'],
  ]
  return {
    200: success(operation),
    ...(isRead ? { 304: { $ref: '#/components/responses/304' } } : {}),
    ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  }
}

function success(operation: Operation): Json {
  const { list } = operation
  const names: Header[] = [...limited]
  if (hasEntityTags(operation)) names.push('ETag')
  if (operation.http?.method !== 'GET') names.push('Idempotent-Replayed')
  if (list !== undefined) names.push('Vary', 'Link')
  const json = { schema: envelope(operation) }
  return {
    description: 'Success',
    headers: refer(names),
    content: { 'application/json': json, ...(list === undefined ? {} : { 'text/csv': csv(operation) }) },
  }
}

/** The same rows as CSV, which lists give to who asks for it. */
const csv = (operation: Operation): Json => {
  const columns = csvColumns(operation).map(({ name }) => name)
  const description = `Accept: text/csv. The rows of the page with a line of names: ${columns.join(', ')}`
  return { schema: { type: 'string', description } }
}

function envelope(operation: Operation): Json {
  const pagination = z.object({
    limit: z.int().describe('Items that this page could hold'),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Null on the last page'),
  })
  const shape = {
    data:
      operation.http?.wrap === undefined
        ? operation.data
        : z.object({ [operation.http.wrap]: operation.data }),
    ...(operation.list === undefined ? {} : { pagination }),
    ...(operation.meta === undefined ? {} : { meta: operation.meta }),
    request_id: z.string(),
  }
  return jsonSchema(z.object(shape), 'output')
}

export const errorSchema = (): Json =>
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

/** The headers of errors beside those of every response. */
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
    description: 'What the client has still holds',
    headers: refer([...limited, 'ETag', 'Vary']),
  }
  return { 304: notModified, ...Object.fromEntries(errors) }
}
