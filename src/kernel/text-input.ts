import { z } from 'zod'

/** Unwraps a schema (optional, default, nullable, pipes). */
export function innerSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return innerSchema(schema.def.innerType)
  }
  if (schema instanceof z.ZodPipe) return innerSchema(schema.def.in)
  return schema
}

export const isList = (schema: z.core.$ZodType): boolean => innerSchema(schema) instanceof z.ZodArray
export const isBoolean = (schema: z.core.$ZodType): boolean => innerSchema(schema) instanceof z.ZodBoolean

// Strict on purpose: JavaScript also parses '0x10', '' and '1e3' as numbers.
const integer = /^(0|-?[1-9]\d{0,15})$/
const decimal = /^-?(0|[1-9]\d{0,15})(\.\d+)?$/

/** Converts a text to the type of the schema. Keeps invalid text, so that the schema rejects it. */
function readValue(schema: z.core.$ZodType, text: string): unknown {
  if (text === 'null' && z.safeParse(schema, null).success) return null
  const inner = innerSchema(schema)
  if (inner instanceof z.ZodNumber) return (inner.isInt ? integer : decimal).test(text) ? Number(text) : text
  if (inner instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text
  if (inner instanceof z.ZodObject || inner instanceof z.ZodRecord) {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  return text
}

/** Lists that were built from separate texts. */
const textLists = new WeakSet<object>()

/** Whether a value of `parseTextInput` is a list of separate texts: errors must not number its items. */
export const isTextList = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && textLists.has(value)

/** Placeholders for single values that were repeated. */
const repeatedValues = new WeakSet<object>()

/** Whether a value of `parseTextInput` is a repeated single field. */
export const acceptsMultiple = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && repeatedValues.has(value)

function readSingle(schema: z.core.$ZodType, values: string[]): unknown {
  const [value] = values
  if (values.length === 1 && value !== undefined) return readValue(schema, value)
  const repeated = [...values]
  repeatedValues.add(repeated)
  return repeated
}

function readList(item: z.core.$ZodType, texts: string[]): unknown[] {
  const list = texts.map((text) => readValue(item, text))
  textLists.add(list)
  return list
}

/** The description of a schema or of a schema that it wraps. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(schema)?.description
  if (own !== undefined) return own
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return descriptionOf(schema.def.innerType)
  return schema instanceof z.ZodPipe ? descriptionOf(schema.def.in) : undefined
}

/** Whether a field accepts null. */
const isNullable = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodNullable ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) && isNullable(schema.def.innerType))

/** Empty text clears a nullable field, unless it is a valid value. */
const isNone = (schema: z.ZodType, value: unknown) =>
  (value === '' || (Array.isArray(value) && value.length === 1 && value[0] === '')) &&
  isNullable(schema) &&
  !schema.safeParse(value).success

/**
 * Converts texts (query parameters, command flags) to the typed input of a schema. Keeps unknown names and
 * repeated single values, so that the schema rejects them.
 */
export function parseTextInput(schema: z.ZodObject, texts: Record<string, string[]>): Record<string, unknown> {
  const entries = Object.entries(texts).map(([name, values]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    if (field === undefined) return [name, values]
    const inner = innerSchema(field)
    const value = inner instanceof z.ZodArray ? readList(inner.def.element, values) : readSingle(field, values)
    return [name, isNone(field as z.ZodType, value) ? null : value]
  })
  return Object.fromEntries(entries)
}
