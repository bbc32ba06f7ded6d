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

/** What tests read of the OpenAPI document. */
export interface ApiDocument {
  paths: Record<string, Record<string, DescribedMethod>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, DescribedResponse>
    headers: Record<string, { required: boolean }>
  }
}

/** An operation as the document has it. */
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

/** A response as it came, its headers in lower case. */
export interface Response {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** Every operation, with its body's schema in the place of the reference to it. */
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

/** A schema of the document as one that checks, and takes no field that it does not name; each is made once. */
export function checker(schema: JsonSchema, { components }: WithSchemas = nothing): z.ZodType {
  const known = compiled.get(schema) ?? z.fromJSONSchema(closed(schema, components.schemas))
  compiled.set(schema, known)
  return known
}

/** What a schema or a reference stands for. */
export function resolved(schema: JsonSchema, { components }: WithSchemas): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (components.schemas[name] as JsonSchema)
}

const definitions = new WeakMap<object, object>()

/** A schema with all that it may refer to, of which nothing takes a field that it does not name. */
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

/** Headers of HTTP itself, and of what is sent beside the API's own. */
const ordinary =
  'connection keep-alive transfer-encoding content-length content-type date x-content-type-options'

/**
 * In what a response is unlike the document; nothing where it is as described.
 * @param operation undefined for a request that is none's
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
    return text.split('\r\n')[0] === csv.columns.join(',') ? [] : ['the columns are not those described']
  const given = content[type]?.schema
  if (given === undefined) return [`content type ${type} is not described`]
  const body = JSON.parse(text)
  const { error } = checker(given, document).safeParse(body)
  if (error !== undefined) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const id = body.request_id ?? body.error.request_id
  return [
    ...(id === headers['x-request-id'] ? [] : ['request_id is not that of the header']),
    ...(body.error === undefined || description.split(', ').includes(body.error.code)
      ? []
      : [`the code ${body.error.code} is not described`]),
  ]
}
