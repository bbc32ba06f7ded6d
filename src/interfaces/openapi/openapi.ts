import type { z } from 'zod'
import type { Feature } from '../../kernel/feature.ts'
import { bodySchema, type Operation, pathFields, querySchema } from '../../kernel/operation.ts'
import { readScopes, writeScopes } from '../../kernel/scopes.ts'
import { descriptionOf, isList } from '../../kernel/text-input.ts'
import { hasEntityTags } from '../http/conditional.ts'
import { type Components, createComponents } from './components.ts'
import {
  conditionComponent,
  errorSchema,
  headerComponents,
  idempotencyComponent,
  nameOf,
  responseComponents,
  responsesOf,
} from './openapi-responses.ts'
import { type Json, jsonSchema } from './openapi-schema.ts'
import { describeWebhooks } from './openapi-webhooks.ts'
import { tagOf, tags } from './tags.ts'

/** The OpenAPI 3.1 document of the public API, generated from the operations that have a route. */
export function openApiDocument(features: readonly Feature[], version: string): Json {
  const operations = features.flatMap((feature) => feature.operations ?? [])
  const introductions = features.flatMap(({ apiIntroduction }) => apiIntroduction ?? [])
  const components = createComponents()
  components.add('Error', errorSchema())
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    if (operation.http === undefined) continue
    const { method, path } = operation.http
    const described = describe(operation, components)
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
    if (operation.download !== undefined) paths[`${path}/file`] = { get: asFile(operation, described) }
  }
  const webhooks = describeWebhooks(features, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline',
      version,
      description: introduction(introductions),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags,
    paths,
    webhooks,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: `An API key. Scopes: ${scopeList()}` },
      },
      schemas: components.schemas,
      responses: responseComponents(),
      headers: headerComponents(),
      parameters: { 'If-None-Match': conditionComponent, 'Idempotency-Key': idempotencyComponent },
    },
  }
}

const introduction = (
  ofFeatures: readonly string[],
) => `How a brand appears in the answers of AI search engines.

**Requests** carry \`Authorization: Bearer svc_sk_…\`. Unknown parameters are rejected, never ignored. Dates are UTC days,
inclusive. Repeat list parameters: \`engine=chatgpt&engine=gemini\`.

**Lists** have \`data\`, \`pagination\` and usually \`meta\`. Continue with \`pagination.next_cursor\` until it is null. A cursor
is valid for an hour, for the same key, path and query. All pages of figures show the state of the first page; they end
with \`invalid_cursor\` if the history was reread in between.

${ofFeatures.join('\n\n')}

**Limits** apply per key and minute; every response has the remaining requests in \`RateLimit\`. **Errors** have an \`error.code\` to branch on.

**Later releases** of /v1 may add response fields and error codes: ignore unknown ones. Deprecated fields and filters stay;
their description names the replacement.

**Writes** require an \`Idempotency-Key\`, unique per write and unchanged in its retries. For 24 hours, a retry returns the
first response, byte for byte, with \`Idempotent-Replayed: true\`, also with a key that replaced the first. Writes require the
scope and a workspace that is enabled for API writes.

**Responses** to GET have an \`ETag\`. Send it as \`If-None-Match\` to get 304 if nothing changed. Lists are returned as CSV with
\`Accept: text/csv\`; \`Link\` then has the next page, and errors stay JSON. For Excel, send
\`Accept: text/csv; bom=true\`: the file then starts with a byte order mark. HEAD is GET without a body.`

const scopeList = () =>
  Object.entries({ ...readScopes, ...writeScopes })
    .map(([scope, area]) => `${scope} (${area})`)
    .join('; ')

function describe(operation: Operation, components: Components): Json {
  const http = operation.http as NonNullable<Operation['http']>
  const access = operation.access === 'any-key' ? 'Any valid key.' : `Scope: \`${operation.access}\`.`
  const asCsv =
    operation.list === undefined ? [] : ['`Accept: text/csv` returns CSV; `x-csv` lists its columns.']
  const files = Object.keys(operation.downloads ?? {}).map((type) => `\`Accept: ${type}\``)
  const asFile = files.length === 0 ? [] : [`${files.join(' or ')} returns a file.`]
  return {
    operationId: operation.name,
    tags: [tagOf(http.path)],
    security: [{ key: operation.access === 'any-key' ? [] : [operation.access] }],
    summary: operation.summary,
    description: [operation.description, access, ...asCsv, ...asFile].filter(Boolean).join('\n\n'),
    parameters: [
      ...pathParameters(operation, http.path),
      ...queryParameters(operation),
      ...(hasEntityTags(operation) ? [{ $ref: '#/components/parameters/If-None-Match' }] : []),
      ...(http.method === 'GET' ? [] : [{ $ref: '#/components/parameters/Idempotency-Key' }]),
    ],
    ...requestBody(operation, components),
    responses: responsesOf(operation, components),
  }
}

function requestBody(operation: Operation, components: Components): Json {
  const body = bodySchema(operation)
  if (body === undefined) return {}
  const required = !body.safeParse({}).success
  const described = jsonSchema(body, 'input')
  const properties = Object.entries(described.properties as Record<string, Json>)
  const schema = components.add(`${nameOf(operation)}Body`, {
    ...described,
    properties: Object.fromEntries(properties.map(([name, field]) => [name, withDefaultInWords(field)])),
    ...(operation.http?.needsOne ? { minProperties: 1 } : {}),
  })
  return {
    requestBody: {
      required: required || operation.http?.needsOne === true,
      content: { 'application/json': { schema } },
    },
  }
}

/** openapi-typescript requires every field with a `default`, also in requests, where it can be omitted. */
function withDefaultInWords({ default: value, ...field }: Json): Json {
  if (value === undefined || String(field.description).includes('Defaults to')) return field
  const words = `Defaults to ${JSON.stringify(value)}.`
  return { ...field, description: [field.description, words].filter(Boolean).join(' ') }
}

/** The download of the file that a read describes. */
function asFile({ name, summary, downloadTypes = [] }: Operation, described: Json): Json {
  const { parameters, responses, description, ...same } = described
  const { 200: _, 304: __, ...errors } = responses as Record<string, Json>
  const range = {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'A single byte range.',
    schema: { type: 'string' },
  }
  const isCondition = ({ $ref }: Json) => $ref === '#/components/parameters/If-None-Match'
  const file = { schema: { type: 'string', format: 'binary' } }
  const content = Object.fromEntries(downloadTypes.map((type) => [type.split(';')[0], file]))
  return {
    ...same,
    operationId: `${name}-file`,
    summary: `${summary} (file)`,
    description: `Downloads the file; see its Content-Type.\n\n${description}`,
    parameters: [...(parameters as Json[]).filter((one) => !isCondition(one)), range],
    responses: {
      200: { description: 'The file.', content },
      206: { description: 'The requested range.', content },
      ...errors,
      409: { $ref: '#/components/responses/409' },
      416: { description: 'The range starts after the end of the file.' },
    },
  }
}

const pathParameters = (operation: Operation, path: string): Json[] =>
  pathFields(path).map((name) => {
    const field = operation.fields[name] as z.core.$ZodType | undefined
    const description = field === undefined ? undefined : descriptionOf(field)
    return {
      name,
      in: 'path',
      required: true,
      description: description ?? `Id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
      schema: { type: 'string', format: 'uuid' },
    }
  })

function queryParameters(operation: Operation): Json[] {
  const shape = querySchema(operation).shape as Record<string, z.ZodType>
  return Object.entries(shape).map(([name, schema]) => {
    const { description: words, ...rest } = jsonSchema(schema, 'input')
    const description = descriptionOf(schema) ?? words
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
