import { z } from 'zod'
import { operations } from '../features.ts'
import { type HttpRoute, inputSchema, type Operation, querySchema } from '../kernel/operation.ts'
import { innerSchema, isList } from '../kernel/text-input.ts'

/** An operation with a route. Tests of shared behavior run over this list. */
export type Endpoint = Operation & { http: HttpRoute }

export const endpoints = operations.filter((operation): operation is Endpoint => operation.http !== undefined)
export const readEndpoints = endpoints.filter(({ http }) => http.method === 'GET')
/** Reads that repeat their response until data changes. */
export const steadyEndpoints = readEndpoints.filter((endpoint) => endpoint.entityTag !== 'none')
export const brandEndpoints = endpoints.filter(({ on }) => on === 'brand')
export const listEndpoints = readEndpoints.filter(({ list }) => list !== undefined)

export type ParameterKind = 'integer' | 'boolean' | 'enum' | 'date' | 'time' | 'uuid' | 'country' | 'domain' | 'text'

/** A query parameter and its allowed values. */
export interface Parameter {
  name: string
  kind: ParameterKind
  repeatable: boolean
  required: boolean
  /** Bounds of an integer, or values of an enum. */
  min: number
  max: number
  values: string[]
}

/** An input of an operation. Objects are allowed in bodies and flags, but not in a query. */
export interface Field extends Omit<Parameter, 'kind'> {
  kind: ParameterKind | 'object'
}

/** Cached, as thousands of requests need them. */
const cachedParameters = new WeakMap<Endpoint, readonly Parameter[]>()
const cachedFields = new WeakMap<Operation, readonly Field[]>()

/** The query parameters of an endpoint. */
export const parametersOf = (endpoint: Endpoint): readonly Parameter[] =>
  cachedParameters.getOrInsertComputed(endpoint, () => {
    const { shape } = querySchema(endpoint)
    const inQuery = (field: Field): field is Parameter => field.name in shape && field.kind !== 'object'
    return fieldsOf(endpoint).filter(inQuery)
  })

/** An operation's input, regardless of the interface. */
export const fieldsOf = (operation: Operation): readonly Field[] =>
  cachedFields.getOrInsertComputed(operation, () => readFields(operation))

function readFields(operation: Operation): Field[] {
  return Object.entries(inputSchema(operation).shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const inner = innerSchema(schema)
    const item = inner instanceof z.ZodArray ? innerSchema(inner.def.element) : inner
    const json = z.toJSONSchema(item, { unrepresentable: 'any', io: 'input' })
    return {
      name,
      kind: kindOf(json),
      repeatable: isList(schema),
      required: !schema.safeParse(undefined).success,
      min: json.minimum ?? 0,
      max: json.maximum ?? 0,
      values: (json.enum ?? []).map(String),
    }
  })
}

function kindOf(json: z.core.JSONSchema.BaseSchema): Field['kind'] {
  if (json.type === 'integer' || json.type === 'boolean' || json.type === 'object') return json.type
  if (json.enum !== undefined) return 'enum'
  if (json.format === 'date' || json.format === 'uuid') return json.format
  if (json.format === 'date-time') return 'time'
  if (String(json.takes).startsWith('a registrable domain')) return 'domain'
  return String(json.takes).includes('ISO 3166') ? 'country' : 'text'
}

/** Ids of existing rows, by the names of their parameters. */
export type Ids = Record<string, readonly string[]>

/** A valid value of the parameter. */
export function validValue({ name, kind, min, values }: Field, ids: Ids): string {
  if (kind === 'integer') return String(Math.max(min, 1))
  if (kind === 'boolean') return 'true'
  if (kind === 'enum') return values[0] as string
  // The comparison period is before the last 30 days.
  if (kind === 'date') return name.startsWith('previous_') ? '2026-05-10' : '2026-06-10'
  if (kind === 'time') return '2026-06-10T00:00:00Z'
  if (kind === 'country') return 'US'
  if (kind === 'text' && name === 'engine') return 'chatgpt'
  const [id] = ids[name] ?? []
  if (id === undefined) throw new Error(`no valid value for ${name}: add one to the test fixture`)
  return id
}

export type Query = readonly (readonly [name: string, value: string])[]

/** An endpoint's URL with ids in its path, its required parameters and the given ones. */
export function urlOf(endpoint: Endpoint, ids: Ids, query: Query = []): string {
  const path = endpoint.http.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    // Two kinds of suggestions use the same name for their ids.
    const [id] = ids[`${endpoint.name} ${name}`] ?? ids[name] ?? []
    if (id === undefined) throw new Error(`no id for {${name}}: add one to the test fixture`)
    return id
  })
  const required = parametersOf(endpoint)
    .filter((parameter) => parameter.required && !query.some(([name]) => name === parameter.name))
    .map((parameter) => [parameter.name, validValue(parameter, ids)] as const)
  const pairs = [...required, ...query].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}
