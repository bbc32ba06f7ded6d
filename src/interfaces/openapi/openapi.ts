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

/** The OpenAPI 3.1 document of the public API, made from the operations that have a route. */
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
    tags: tags.map(([name, description]) => ({ name, description })),
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

**Requests** carry \`Authorization: Bearer svc_sk_…\`. Unknown parameters are refused, never ignored. Dates are days of UTC,
inclusive. Repeatable parameters are given several times: \`engine=chatgpt&engine=gemini\`.

**Lists** have \`data\`, \`pagination\` and mostly \`meta\`. Go on with \`pagination.next_cursor\` until it is null; a cursor holds
for an hour, for the same key, path and query. A walk over figures shows the state that its first page saw, and ends in
\`invalid_cursor\` if the history was read again since.

${ofFeatures.join('\n\n')}

**Limits** are per key and minute; every response says in \`RateLimit\` what is left. **Errors** have \`error.code\` to branch on.

**Later releases** of /v1 may add fields to responses, and error codes: pass over what you do not know. A field or filter that
is deprecated stays; the one to use stands beside it.

**Writes** carry an \`Idempotency-Key\`, one for each write and the same in its retries: for 24 hours a retry has the first
outcome again, byte for byte, with \`Idempotent-Replayed: true\`, also with a key that the first was rolled into. They need the
scope and a workspace that is enabled for API writes.

**Responses** of GET have an \`ETag\`: sent back as \`If-None-Match\`, it brings 304 where nothing has changed. Lists come as CSV
to who sends \`Accept: text/csv\`; the way to the next page is then in \`Link\`, and errors stay JSON. HEAD is GET without a body.`

const scopeList = () =>
  Object.entries({ ...readScopes, ...writeScopes })
    .map(([scope, area]) => `${scope} (${area})`)
    .join('; ')

function describe(operation: Operation, components: Components): Json {
  const http = operation.http as NonNullable<Operation['http']>
  const access = operation.access === 'any-key' ? 'Any valid key.' : `Scope: \`${operation.access}\`.`
  const asCsv =
    operation.list === undefined
      ? []
      : ['With `Accept: text/csv` the rows come as CSV: `x-csv` names its columns.']
  const files = Object.keys(operation.downloads ?? {}).map((type) => `\`Accept: ${type}\``)
  const asFile = files.length === 0 ? [] : [`With ${files.join(' or ')} it comes as a file.`]
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
  const schema = components.add(`${nameOf(operation)}Body`, {
    ...jsonSchema(body, 'input'),
    ...(operation.http?.needsOne ? { minProperties: 1 } : {}),
  })
  return {
    requestBody: {
      required: required || operation.http?.needsOne === true,
      content: { 'application/json': { schema } },
    },
  }
}

/** The same read, answered with the file that it tells of. */
function asFile({ name, summary }: Operation, described: Json): Json {
  const { parameters, responses, description, ...same } = described
  const { 200: _, 304: __, ...errors } = responses as Record<string, Json>
  const range = {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'One range of bytes',
    schema: { type: 'string' },
  }
  const isCondition = ({ $ref }: Json) => $ref === '#/components/parameters/If-None-Match'
  const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return {
    ...same,
    operationId: `${name}-file`,
    summary: `${summary}: its file`,
    description: `A file to be saved, of the type that its Content-Type names.\n\n${description}`,
    parameters: [...(parameters as Json[]).filter((one) => !isCondition(one)), range],
    responses: {
      200: { description: 'The file', content },
      206: { description: 'The part of it that Range names', content },
      ...errors,
      409: { $ref: '#/components/responses/409' },
      416: { description: 'The file ends before the range begins' },
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
      description: description ?? `The ${name.replace(/_id$/, '')}’s id`,
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
