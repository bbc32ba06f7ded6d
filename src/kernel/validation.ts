import { z } from 'zod'
import { invalidRequest } from '../lib/errors.ts'
import { acceptsMultiple, innerSchema, isTextList } from './text-input.ts'

/** Maximum number of allowed values that a message lists. */
const maxListed = 60

/** Maximum number of issues that are described. */
const maxExplained = 100
const maxUnknown = 20

const described = new WeakMap<z.core.$ZodType, string>()

/** Describes the expected value of a field: the second half of every validation message. */
export function describeExpected(schema: z.core.$ZodType): string {
  const inner = innerSchema(schema)
  // Deriving the text takes 100 times as long as the check; files can have millions of invalid lines.
  const words = described.get(inner) ?? describe(inner)
  described.set(inner, words)
  return words
}

function describe(inner: z.core.$ZodType): string {
  const json = z.toJSONSchema(inner, { unrepresentable: 'any', io: 'input' }) as Record<string, unknown>
  if (inner instanceof z.ZodArray) {
    const bounds = range('items', json.minItems, json.maxItems)
    return `a list${bounds}; each item is ${describeExpected(inner.def.element)}`
  }
  if (Array.isArray(json.enum)) {
    const more = json.enum.length - maxListed
    const rest = more > 0 ? ` or one of ${more} others in the API reference` : ''
    return `one of ${json.enum.slice(0, maxListed).join(', ')}${rest}`
  }
  if (json.const !== undefined) return JSON.stringify(json.const)
  if (json.type === 'integer' || json.type === 'number') {
    return `${json.type === 'integer' ? 'an integer' : 'a number'}${range('', json.minimum, json.maximum)}`
  }
  if (json.type === 'boolean') return 'true or false'
  if (json.format === 'uuid') return 'a uuid'
  if (json.format === 'date') return 'a valid date, such as 2026-01-31'
  if (json.format === 'date-time') return 'a time, such as 2026-01-31T12:00:00Z'
  if (json.type === 'object') return 'an object'
  const registered = z.globalRegistry.get(inner)?.takes
  return typeof registered === 'string' ? registered : `text${range('characters', json.minLength, json.maxLength)}`
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
 * Validates input against a schema.
 * @throws ApiError invalid_request that names each invalid field and its expected value
 */
export function validate<T extends z.ZodObject>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, maxExplained)
  const problems = new Set(issues.map((issue) => explain(schema, input, issue)))
  // The first five, or those that fit: lists of allowed values are long.
  const texts = [...problems].slice(0, 5)
  throw invalidRequest(texts.filter((_, at) => at === 0 || texts.slice(0, at + 1).join().length < 1500).join('; '))
}

function explain(schema: z.ZodObject, input: unknown, issue: z.core.$ZodIssue): string {
  const name = nameOf(input, issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape)
    const where = name === '' ? '' : ` in ${name}`
    const keys = issue.keys.slice(0, maxUnknown).map((key) => JSON.stringify(key.slice(0, 100)))
    const more = issue.keys.length - keys.length
    const unknown = keys.join(', ') + (more > 0 ? ` and ${more} others` : '')
    return `unknown ${unknown}${where}${name === '' ? `; allowed: ${known.join(', ') || 'nothing'}` : ''}`
  }
  if (issue.code === 'custom') return name === '' ? issue.message : `${name} ${issue.message}`
  const [first] = issue.path
  const field = typeof first === 'string' && Object.hasOwn(schema.shape, first) ? schema.shape[first] : undefined
  if (field === undefined) return name === '' ? 'the input must be an object' : `${name}: ${issue.message}`
  if (acceptsMultiple(valueAt(input, [first as string]))) return `${name} can only be given once`
  const what = describeExpected(at(field, issue.path.slice(1)) ?? field)
  return valueAt(input, issue.path) === undefined ? `${name} is required: ${what}` : `${name} must be ${what}`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null)?.[step], input)
}

/** Returns the schema at a path below a field. Undefined if the path leaves arrays and objects. */
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

/** The path of an issue; only the name for parameters that can be repeated. */
const nameOf = (input: unknown, path: readonly PropertyKey[]): string =>
  (isTextList(valueAt(input, path.slice(0, 1))) ? path.slice(0, 1) : path).map(String).join('.')
