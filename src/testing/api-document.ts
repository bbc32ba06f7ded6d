import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.JSONSchema

export interface DescribedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  description?: string
}

interface DescribedResponse {
  $ref?: string
  description: string
  headers?: object
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
  'x-csv'?: { columns: string[] }
}

interface DescribedMethod {
  operationId: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: (DescribedParameter & { $ref?: string })[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, DescribedResponse>
}

/** The parts of the OpenAPI document that tests read. */
export interface ApiDocument {
  paths: Record<string, Record<string, DescribedMethod>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, DescribedResponse>
    headers: Record<string, { required: boolean }>
  }
}

/** An operation of the document. */
export interface Described extends DescribedMethod {
  method: string
  path: string
}

type Body = NonNullable<DescribedMethod['requestBody']>

const withSchema = (body: Body, document: ApiDocument): Body => ({
  ...body,
  content: Object.fromEntries(
    Object.entries(body.content).map(([type, { schema }]) => [type, { schema: resolved(schema, document) }]),
  ),
})

/** A received response, with header names in lower case. */
export interface Response {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** Every operation, with the reference to its body's schema resolved. */
export const describedOperations = (document: ApiDocument): Described[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, ...described }]) => ({
      ...described,
      ...(requestBody === undefined ? {} : { requestBody: withSchema(requestBody, document) }),
      method: method.toUpperCase(),
      path,
    })),
  )

interface WithSchemas {
  components: { schemas: Record<string, JsonSchema> }
}

const nothing: WithSchemas = { components: { schemas: {} } }

const compiled = new WeakMap<object, z.ZodType>()

/** A validator for a schema of the document, which rejects unknown fields; cached. */
export function checker(schema: JsonSchema, { components }: WithSchemas = nothing): z.ZodType {
  const known = compiled.get(schema) ?? z.fromJSONSchema(closed(schema, components.schemas))
  compiled.set(schema, known)
  return known
}

/** The target of a reference, or the schema itself. */
export function resolved(schema: JsonSchema, { components }: WithSchemas): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (components.schemas[name] as JsonSchema)
}

const definitions = new WeakMap<object, object>()

/** A schema with all its definitions, in which no object accepts unknown fields. */
function closed(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const $defs = definitions.get(schemas) ?? (closedCopy(schemas) as object)
  definitions.set(schemas, $defs)
  return { ...(closedCopy(schema) as JsonSchema), $defs } as JsonSchema
}

function closedCopy(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^#\/components\/schemas\//, '#/$defs/')
  if (Array.isArray(value)) return value.map(closedCopy)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, closedCopy(child)]))
  const isOpen = copy.type === 'object' && copy.properties !== undefined
  return isOpen ? { additionalProperties: false, ...copy } : copy
}

/** Headers of HTTP itself and of the content, in addition to the API's own. */
const ordinary = 'connection keep-alive transfer-encoding content-length content-type date x-content-type-options'

/**
 * The differences between a response and the document; empty if there are none.
 * @param operation undefined if the request matches none
 */
export function unlikeDocument(
  document: ApiDocument,
  operation: Described | undefined,
  method: string,
  { status, headers, text }: Response,
): string[] {
  const { components } = document
  const named = operation === undefined ? components.responses[status] : operation.responses[status]
  const response = named?.$ref === undefined ? named : components.responses[status]
  if (response === undefined) return [`status ${status} is not described`]
  const known = Object.keys(response.headers ?? {})
  const sent = Object.keys(headers).filter((name) => !ordinary.split(' ').includes(name))
  const strange = sent.filter((name) => !known.some((other) => other.toLowerCase() === name))
  const required = known.filter((name) => components.headers[name]?.required)
  const missing = required.filter((name) => headers[name.toLowerCase()] === undefined)
  return [
    ...strange.map((name) => `header ${name} is not described`),
    ...missing.map((name) => `header ${name} is missing`),
    ...(method === 'HEAD' ? [] : unlikeContent(document, response, { status, headers, text })),
  ]
}

function unlikeContent(
  document: ApiDocument,
  { content, description, 'x-csv': csv }: DescribedResponse,
  { headers, text }: Response,
): string[] {
  const type = String(headers['content-type'] ?? '').split(';')[0] as string
  if (content === undefined) return text === '' ? [] : ['it should have no body']
  if (type === 'text/csv' && csv !== undefined)
    return text.split('\r\n')[0] === csv.columns.join(',') ? [] : ['the columns differ from the document']
  const given = content[type]?.schema
  if (given === undefined) return [`content type ${type} is not described`]
  const body = JSON.parse(text)
  const { error } = checker(given, document).safeParse(body)
  if (error !== undefined) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const id = body.request_id ?? body.error.request_id
  return [
    ...(id === headers['x-request-id'] ? [] : ['request_id differs from the header']),
    ...(body.error === undefined || description.split(', ').includes(body.error.code)
      ? []
      : [`the code ${body.error.code} is not described`]),
  ]
}
