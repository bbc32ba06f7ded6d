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
  content?: Record<string, { schema: JsonSchema }>
}

interface DescribedMethod {
  operationId: string
  description: string
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

/** A response as it came, its headers in lower case. */
export interface Response {
  status: number
  headers: Record<string, unknown>
  text: string
}

export const describedOperations = ({ paths }: ApiDocument): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
    })),
  )

const compiled = new WeakMap<object, z.ZodType>()

/** A schema of the document as one that checks; each is made once. */
export function checker(schema: JsonSchema): z.ZodType {
  const known = compiled.get(schema) ?? z.fromJSONSchema(schema)
  compiled.set(schema, known)
  return known
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
  { components }: ApiDocument,
  { content, description }: DescribedResponse,
  { headers, text }: Response,
): string[] {
  const type = String(headers['content-type'] ?? '').split(';')[0] as string
  if (content === undefined) return text === '' ? [] : ['it should have no body']
  const given = content[type]?.schema
  if (given === undefined) return [`content type ${type} is not described`]
  if (type === 'text/csv') return unlikeCsv(given, text)
  const body = JSON.parse(text)
  const schema = given.$ref === undefined ? given : (components.schemas.Error as JsonSchema)
  const { error } = checker(schema).safeParse(body)
  if (error !== undefined) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const id = body.request_id ?? body.error.request_id
  return [
    ...(id === headers['x-request-id'] ? [] : ['request_id is not that of the header']),
    ...(body.error === undefined || description.split(', ').includes(body.error.code)
      ? []
      : [`the code ${body.error.code} is not described`]),
  ]
}

function unlikeCsv({ description }: JsonSchema, text: string): string[] {
  const columns = String(description).split('a line of names: ')[1]?.split(', ').join(',')
  return text.split('\r\n')[0] === columns ? [] : ['the columns are not those described']
}
