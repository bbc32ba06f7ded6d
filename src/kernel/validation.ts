import { z } from 'zod'
import { invalidRequest } from '../lib/errors.ts'
import { acceptsMultiple, innerSchema, isTextList } from './text-input.ts'

/** Values that a message lists: nobody reads the names of all bots in it. */
const maxListed = 60

/** Problems that are put into words, however many there are. */
const maxExplained = 100
const maxUnknown = 20

const described = new WeakMap<z.core.$ZodType, string>()

/** What a field takes, in words, from its schema: the second half of every validation message. */
export function describeExpected(schema: z.core.$ZodType): string {
  const inner = innerSchema(schema)
  // Deriving the words takes 100 times as long as the check; files have millions of lines that fail it.
  const words = described.get(inner) ?? describe(inner)
  described.set(inner, words)
  return words
}

function describe(inner: z.core.$ZodType): string {
  const json = z.toJSONSchema(inner, { unrepresentable: 'any', io: 'input' }) as Record<string, unknown>
  if (inner instanceof z.ZodArray) {
    const bounds = range('items', json.minItems, json.maxItems)
    return `a list${bounds} of which each is ${describeExpected(inner.def.element)}`
  }
  if (Array.isArray(json.enum)) {
    const more = json.enum.length - maxListed
    const rest = more > 0 ? ` or ${more} others, which the reference of the API lists` : ''
    return `one of ${json.enum.slice(0, maxListed).join(', ')}${rest}`
  }
  if (json.const !== undefined) return JSON.stringify(json.const)
  if (json.type === 'integer' || json.type === 'number') {
    return `${json.type === 'integer' ? 'an integer' : 'a number'}${range('', json.minimum, json.maximum)}`
  }
  if (json.type === 'boolean') return 'true or false'
  if (json.format === 'uuid') return 'a uuid'
  if (json.format === 'date') return 'a date that exists, as YYYY-MM-DD'
  if (json.format === 'date-time') return 'a time, as 2026-01-31T12:00:00Z'
  if (json.type === 'object') return 'an object'
  const registered = z.globalRegistry.get(inner)?.takes
  return typeof registered === 'string'
    ? registered
    : `text${range('characters', json.minLength, json.maxLength)}`
}

function range(unit: string, min: unknown, max: unknown): string {
  const bounded = (value: unknown) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
  const suffix = unit === '' ? '' : ` ${unit}`
  if (bounded(min) && bounded(max)) return ` from ${min} to ${max}${suffix}`
  if (bounded(max)) return ` of at most ${max}${suffix}`
  if (bounded(min)) return ` of at least ${min}${suffix}`
  return ''
}

/**
 * Checks input against a schema.
 * @throws ApiError invalid_request whose message names each offending field and what it takes.
 */
export function validate<T extends z.ZodObject>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, maxExplained)
  const problems = new Set(issues.map((issue) => explain(schema, input, issue)))
  throw invalidRequest([...problems].slice(0, 5).join('; '))
}

function explain(schema: z.ZodObject, input: unknown, issue: z.core.$ZodIssue): string {
  const name = nameOf(input, issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape)
    const where = name === '' ? '' : ` in ${name}`
    const keys = issue.keys.slice(0, maxUnknown).map((key) => JSON.stringify(key.slice(0, 100)))
    const more = issue.keys.length - keys.length
    const unknown = keys.join(', ') + (more > 0 ? ` and ${more} others` : '')
    return `unknown ${unknown}${where}${name === '' ? `: this takes ${known.join(', ') || 'nothing'}` : ''}`
  }
  if (issue.code === 'custom') return name === '' ? issue.message : `${name} ${issue.message}`
  const [first] = issue.path
  const field =
    typeof first === 'string' && Object.hasOwn(schema.shape, first) ? schema.shape[first] : undefined
  if (field === undefined) return name === '' ? 'the input must be an object' : `${name}: ${issue.message}`
  if (acceptsMultiple(valueAt(input, [first as string]))) return `${name} must be given once`
  const what = describeExpected(at(field, issue.path.slice(1)) ?? field)
  return valueAt(input, issue.path) === undefined ? `${name} is required: ${what}` : `${name} must be ${what}`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null)?.[step], input)
}

/** The schema that stands at a path below a field, so far as arrays and objects lead there. */
function at(schema: z.core.$ZodType, path: PropertyKey[]): z.core.$ZodType | undefined {
  const inner = innerSchema(schema)
  const [step, ...rest] = path
  if (step === undefined) return schema
  if (inner instanceof z.ZodArray) return at(inner.def.element, rest)
  if (inner instanceof z.ZodObject) {
    const next = inner.shape[String(step)]
    return next === undefined ? undefined : at(next, rest)
  }
  return undefined
}

/** The place of an issue; of a parameter that may be given several times its name alone. */
const nameOf = (input: unknown, path: readonly PropertyKey[]): string =>
  (isTextList(valueAt(input, path.slice(0, 1))) ? path.slice(0, 1) : path).map(String).join('.')
