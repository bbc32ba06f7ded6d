import { exampleBody } from '../../kernel/event-example.ts'
import { eventBodySchema } from '../../kernel/events.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Components } from './components.ts'
import { type Json, namedSchema } from './openapi-schema.ts'

const headers = {
  'webhook-id': 'Event id: the same in each attempt and when resent.',
  'webhook-timestamp': 'Time of the attempt, in seconds since 1970.',
  'webhook-signature':
    'HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks): one or two, separated by a space.',
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
