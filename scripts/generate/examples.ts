import { createHash } from 'node:crypto'
import recorded from '../../src/interfaces/openapi/examples.json' with { type: 'json' }
import { type ApiDocument, checker, type JsonSchema, resolved } from '../../src/testing/api-document.ts'
import { type Endpoint, readEndpoints } from '../../src/testing/endpoints.ts'
import type { Generated } from './document.ts'

// Each read shows its recorded example while that fits the schema. Missing parts come from examples of
// related reads, or from the schema: no clock, no random numbers, so examples change only with their schema.

const examples: Record<string, unknown> = recorded
const instant = '2026-06-15T12:00:00.000Z'

/** A field of a recorded example, with the route of its operation. */
interface Field {
  key: string
  value: unknown
  route: string
}

const fields = readEndpoints.flatMap(({ name, http }) => [...fieldsIn(examples[name], name, http.path)])

/** Lists all fields with a value. */
function* fieldsIn(value: unknown, owner: string, route: string): Generator<Field> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    const key = Array.isArray(value) ? owner : keyOf(name, owner, route)
    const isEmpty = child === null || (Array.isArray(child) && child.length === 0)
    if (!isEmpty) yield { key, value: child, route }
    yield* fieldsIn(child, key, route)
  }
}

/** The name of a field. A note's id is `note_id`, also in `notes` and in `/v1/brands/{brand_id}/notes`. */
function keyOf(name: string, owner: string, route: string): string {
  const noun = owner === 'data' ? route.split('/').findLast((part) => !part.startsWith('{')) : owner
  return name === 'id' ? `${noun?.replace(/s$/, '')}_id` : name
}

function sharedParts(route: string, other: string): number {
  const parts = other.split('/')
  const different = route.split('/').findIndex((part, place) => part !== parts[place])
  return different === -1 ? parts.length : different
}

/** Returns the same id for a kind of resource in every example. */
function idOf(kind: string): string {
  const hex = createHash('sha256').update(kind).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @throws Error if no value is known for a field */
function exampleOf({ name: operation, http }: Endpoint, document: ApiDocument): unknown {
  const related = fields.toSorted((a, b) => sharedParts(http.path, b.route) - sharedParts(http.path, a.route))
  const fits = (schema: JsonSchema, value: unknown) => checker(schema, document).safeParse(value).success

  function fitting(schema: JsonSchema, known: unknown, field: string): unknown {
    if (known !== undefined && fits(schema, known)) return known
    const found = related.find(({ key, value }) => key === field && fits(schema, value))
    const value =
      partsOf(schema, known, field) ?? found?.value ?? partsOf(schema, emptyOf(schema), field) ?? plain(schema, field)
    if (!fits(schema, value)) throw new Error(`examples.json: ${operation} has no value for ${field}; add one`)
    return value
  }

  /** Keeps the valid parts of an object or list. Undefined if the known value is neither. */
  function partsOf(schema: JsonSchema, known: unknown, field: string): unknown {
    const { properties, items, required = [] } = resolved(chosen(schema), document)
    if (Array.isArray(known)) return items && known.map((one) => fitting(items as JsonSchema, one, field))
    if (typeof known !== 'object' || known === null || properties === undefined) return undefined
    const given = known as Record<string, unknown>
    const shown = Object.entries(properties).filter(([name]) => required.includes(name) || name in given)
    return Object.fromEntries(
      shown.map(([name, child]) => [name, fitting(child as JsonSchema, given[name], keyOf(name, field, http.path))]),
    )
  }

  /** A list with one unknown item, or an empty object. */
  const emptyOf = (schema: JsonSchema) => (resolved(chosen(schema), document).type === 'array' ? [undefined] : {})

  function plain(schema: JsonSchema, field: string): unknown {
    const { const: only, enum: values, type, format, minimum, minLength } = resolved(chosen(schema), document)
    const ofFormat = {
      uuid: idOf(field.replace(/_id$/, '')),
      'date-time': instant,
      date: instant.slice(0, 10),
      uri: 'https://www.example.com/',
    }
    if (only !== undefined || values !== undefined) return only ?? values?.[0]
    if (type === 'string')
      return ofFormat[format as keyof typeof ofFormat] ?? field.replaceAll('_', ' ').padEnd(Number(minLength ?? 0), '.')
    const number = Math.max(minimum ?? 1, 1)
    return { number, integer: number, boolean: true, object: {} }[String(type)] ?? null
  }

  const content = document.paths[http.path]?.get?.responses[200]?.content?.['application/json']
  if (content === undefined) throw new Error(`${operation} has no response in the document`)
  content.example = fitting(content.schema, examples[operation], operation)
  return content.example
}

/** The first schema that is not null. */
function chosen(schema: JsonSchema): JsonSchema {
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  return first === undefined ? schema : chosen(first)
}

/** Completes the examples of reads in the document and returns the file that records them. */
export function examplesFile(document: ApiDocument): Generated {
  const complete = readEndpoints.map((endpoint) => [endpoint.name, exampleOf(endpoint, document)])
  const text = `${JSON.stringify(Object.fromEntries(complete), null, 2)}\n`
  return { path: 'src/interfaces/openapi/examples.json', text }
}
