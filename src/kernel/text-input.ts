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

/** What stands where a single value was given several times. */
const repeatedValues = new WeakSet<object>()

/** Whether a value of `fromText` is that of a single field that was given several times. */
export const isRepeated = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && repeatedValues.has(value)

function readSingle(schema: z.core.$ZodType, values: string[]): unknown {
  const [value] = values
  if (values.length === 1 && value !== undefined) return readValue(schema, value)
  const repeated = [...values]
  repeatedValues.add(repeated)
  return repeated
}

/** The description of a schema, or of what is wrapped in it (optional, default, nullable, pipes). */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(schema)?.description
  if (own !== undefined) return own
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return descriptionOf(schema.def.innerType)
  return schema instanceof z.ZodPipe ? descriptionOf(schema.def.in) : undefined
}

/**
 * Turns texts (a query string's parameters, a command's flags) into the typed input that a schema checks. Names that
 * the schema does not know and repeated single values are left as they are, for the schema to reject.
 */
export function fromText(schema: z.ZodObject, texts: Record<string, string[]>): Record<string, unknown> {
  const entries = Object.entries(texts).map(([name, values]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    if (field === undefined) return [name, values]
    const inner = innerSchema(field)
    if (inner instanceof z.ZodArray) return [name, values.map((value) => readValue(inner.def.element, value))]
    return [name, readSingle(field, values)]
  })
  return Object.fromEntries(entries)
}
