import { z } from 'zod'

/** A schema without what is wrapped around it (optional, default, nullable, pipes). */
export function innerSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return innerSchema(schema.def.innerType)
  }
  if (schema instanceof z.ZodPipe) return innerSchema(schema.def.in)
  return schema
}

export const isList = (schema: z.core.$ZodType): boolean => innerSchema(schema) instanceof z.ZodArray

// Strict on purpose: Number('0x10'), Number('') and Number('1e3') are numbers to JavaScript only.
const integer = /^(0|-?[1-9]\d{0,15})$/
const decimal = /^-?(0|[1-9]\d{0,15})(\.\d+)?$/

/** One text as the value that the schema speaks of; text that does not fit is kept, so that the schema rejects it. */
function readValue(schema: z.core.$ZodType, text: string): unknown {
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

/** Lists of what was given as texts, each by itself. */
const textLists = new WeakSet<object>()

/** Whether a value of `parseTextInput` is that of a field that takes several: to who has sent it, no item has a number. */
export const isTextList = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && textLists.has(value)

/** What stands where a single value was given several times. */
const repeatedValues = new WeakSet<object>()

/** Whether a value of `parseTextInput` is that of a single field that was given several times. */
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

/** The description of a schema, or of what is wrapped in it (optional, default, nullable, pipes). */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(schema)?.description
  if (own !== undefined) return own
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return descriptionOf(schema.def.innerType)
  return schema instanceof z.ZodPipe ? descriptionOf(schema.def.in) : undefined
}

/** Whether a field may be null, whatever else is wrapped around it. */
const isNullable = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodNullable ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) && isNullable(schema.def.innerType))

/** An empty text takes away the value of a field that may be null, unless it is a value itself. */
const isNone = (schema: z.ZodType, value: unknown) =>
  (value === '' || (Array.isArray(value) && value.length === 1 && value[0] === '')) &&
  isNullable(schema) &&
  !schema.safeParse(value).success

/**
 * Turns texts (a query string's parameters, a command's flags) into the typed input that a schema checks. Names that
 * the schema does not know and repeated single values are left as they are, for the schema to reject.
 */
export function parseTextInput(
  schema: z.ZodObject,
  texts: Record<string, string[]>,
): Record<string, unknown> {
  const entries = Object.entries(texts).map(([name, values]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    if (field === undefined) return [name, values]
    const inner = innerSchema(field)
    const value =
      inner instanceof z.ZodArray ? readList(inner.def.element, values) : readSingle(field, values)
    return [name, isNone(field as z.ZodType, value) ? null : value]
  })
  return Object.fromEntries(entries)
}
