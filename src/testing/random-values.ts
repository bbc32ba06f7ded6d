import type { JsonSchema } from './api-document.ts'

/** Sources of random values. */
export interface Source {
  /** From 0 to 1. */
  random(): number
  /** Existing values, by the name of the parameter or field. */
  known(name: string): readonly string[]
  texts: readonly string[]
}

export const pick = <T>({ random }: Pick<Source, 'random'>, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T

export const chance = ({ random }: Pick<Source, 'random'>, share: number) => random() < share

const between = (source: Source, min: number, max: number) => min + Math.floor(source.random() * (max - min + 1))

/**
 * A value that fits a schema of the document, as far as the schema tells.
 * @param name of the field that it is for
 */
export function randomValue(schema: JsonSchema, name: string, source: Source): unknown {
  if (schema.anyOf !== undefined) return randomValue(pick(source, schema.anyOf) as JsonSchema, name, source)
  if (schema.enum !== undefined) return pick(source, schema.enum)
  const type = Array.isArray(schema.type) ? pick(source, schema.type) : schema.type
  if (type === 'null') return null
  if (type === 'boolean') return chance(source, 0.5)
  if (type === 'integer') return randomInteger(schema, source)
  if (type === 'array') return randomArray(schema, name, source)
  if (type === 'object') return randomObject(schema, source)
  return randomText(schema, name, source)
}

function randomInteger({ minimum = 0, maximum = 1000 }: JsonSchema, source: Source): number {
  const [min, max] = [Math.max(minimum, 0), Math.min(maximum, 1000)]
  return chance(source, 0.2) ? pick(source, [min, max]) : between(source, min, max)
}

function randomArray({ minItems = 0, maxItems = 4, items }: JsonSchema, name: string, source: Source): unknown[] {
  const length = between(source, minItems, Math.min(maxItems, minItems + 3))
  return Array.from({ length }, () => randomValue(items as JsonSchema, name.replace(/s$/, ''), source))
}

function randomObject(schema: JsonSchema, source: Source): Record<string, unknown> {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema
  const share = pick(source, [0, 0.4])
  const own = Object.entries(properties)
    .filter(([name]) => required.includes(name) || chance(source, share))
    .map(([name, field]) => [name, randomValue(field as JsonSchema, name, source)] as const)
  const names = typeof propertyNames === 'object' ? (propertyNames.enum ?? []) : []
  const others = names.length > 0 && chance(source, 0.7) ? [String(pick(source, names))] : []
  return Object.fromEntries([
    ...own,
    ...others.map((name) => [name, randomValue(additionalProperties as JsonSchema, name, source)] as const),
  ])
}

function randomText({ format, description = '' }: JsonSchema, name: string, source: Source): string {
  const known = source.known(name)
  if (known.length > 0) return pick(source, known)
  if (format === 'date') return `2026-0${between(source, 1, 6)}-${between(source, 10, 30)}`
  if (format === 'uuid') return crypto.randomUUID()
  if (/ISO 3166/.test(description)) return pick(source, ['US', 'DE', 'NO', 'BR'])
  if (/https/.test(description)) return `https://${pick(source, ['a', 'b', 'c'])}${between(source, 0, 99)}.example.com`
  return chance(source, 0.6) ? `Some ${between(source, 0, 1e9)}` : pick(source, source.texts)
}

const junk: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  ['a', 1],
  'x'.repeat(6000),
  Array.from({ length: 300 }, (_, number) => `n${number}`),
]

/** Changes a value at a random place into one that is probably invalid. */
export function spoil(value: unknown, source: Source): unknown {
  const goDeeper = typeof value === 'object' && value !== null && chance(source, 0.75)
  if (!goDeeper) return chance(source, 0.3) ? pick(source, source.texts) : pick(source, junk)
  if (Array.isArray(value)) {
    if (value.length === 0 || chance(source, 0.2)) return [...value, ...value, pick(source, junk)]
    const place = between(source, 0, value.length - 1)
    return value.map((item, index) => (index === place ? spoil(item, source) : item))
  }
  const entries = Object.entries(value)
  const strange = pick(source, ['surprise', '__proto__', 'constructor', '', 'id', 'brand_id'])
  if (entries.length === 0 || chance(source, 0.25)) return Object.fromEntries([...entries, [strange, 1]])
  const place = between(source, 0, entries.length - 1)
  if (chance(source, 0.25)) return Object.fromEntries(entries.filter((_, index) => index !== place))
  return Object.fromEntries(entries.map(([name, item], index) => [name, index === place ? spoil(item, source) : item]))
}
