import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { exampleBody } from '../../kernel/event-example.ts'
import { eventBodySchema } from '../../kernel/events.ts'
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
import { type Json, jsonSchema, namedSchema } from './openapi-schema.ts'
import tags from './tags.json' with { type: 'json' }

const headers = {
  'webhook-id': 'Event id: the same in each attempt and when resent.',
  'webhook-timestamp': 'Time of the attempt, in seconds since 1970.',
  'webhook-signature': 'HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks): one or two, separated by a space.',
}

/** Webhook requests, one entry per event type. */
export function describeWebhooks(features: readonly Feature[], components: Components): Record<string, Json> {
  const kinds = features.flatMap(({ events = [] }) => events)
  return Object.fromEntries(
    kinds.map((kind) => {
      const name = `Event${kind.type.split(/[._]/).map(capitalized).join('')}`
      components.add(name, namedSchema(eventBodySchema(kind), 'output'))
      const schema = inFull(components.schemas[name] as Json)
      const content = { 'application/json': { schema, example: exampleBody(kind) } }
      const parameters = Object.entries(headers).map(([header, description]) => ({
        ...{ name: header, in: 'header', required: true, description },
        schema: { type: 'string' },
      }))
      const post = {
        ...{ operationId: `on-${kind.type.replaceAll(/[._]/g, '-')}`, security: [], summary: kind.summary },
        ...{ parameters, requestBody: { required: true, content } },
        // openapi-generator would otherwise write methods that send events, and in Python they do not compile.
        'x-internal': true,
        responses: {
          '2XX': { description: 'Accepted. Any other response, or none within 15 seconds, is retried.' },
          '410': { description: 'The receiver is gone. Sightline disables the webhook.' },
        },
      }
      return [kind.type, { post }]
    }),
  )
}

/**
 * A schema without its name, as oapi-codegen drops those that only webhooks use. Its brand is in one type, as
 * openapi-generator's Python client cannot have others in webhooks.
 */
function inFull({ properties, ...schema }: Json): Json {
  const { brand, ...fields } = properties as { brand: { anyOf: [Json]; description: string } }
  const { anyOf, description } = brand
  return {
    ...schema,
    properties: { ...fields, brand: { ...anyOf[0], type: ['object', 'null'], description } },
  }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

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

const introduction = (ofFeatures: readonly string[]) =>
  readFileSync(join(import.meta.dirname, 'introduction.md'), 'utf8')
    .trimEnd()
    .replace('{features}', () => ofFeatures.join('\n\n'))

const scopeList = () =>
  Object.entries({ ...readScopes, ...writeScopes })
    .map(([scope, area]) => `${scope} (${area})`)
    .join('; ')

/** The tag of an operation: the first noun of its path, or the one after the brand. */
function tagOf(path: string): string {
  const nouns = path.split('/').slice(2)
  const noun = nouns[1] === '{brand_id}' ? nouns[2] : nouns[0]
  return noun ?? ''
}

function describe(operation: Operation, components: Components): Json {
  const http = operation.http as NonNullable<Operation['http']>
  const access = operation.access === 'any-key' ? 'Any valid key.' : `Scope: \`${operation.access}\`.`
  const asCsv = operation.list === undefined ? [] : ['`Accept: text/csv` returns CSV; `x-csv` lists its columns.']
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
  const text = { schema: { type: 'string' } }
  const file = { schema: { type: 'string', format: 'binary' } }
  const content = Object.fromEntries(
    downloadTypes.map((type) => [type.split(';')[0], type.startsWith('text/') ? text : file]),
  )
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
