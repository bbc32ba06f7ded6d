import { z } from 'zod'

export type Json = Record<string, unknown>

type Made = z.core.JSONSchema.BaseSchema

/** A schema for OpenAPI 3.1 (JSON Schema 2020-12). Output objects are open, as fields may be added. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  return withoutNames(namedSchema(schema, io)) as Json
}

/** A schema whose named objects are marked with `component`; `createComponents` extracts them. */
export function namedSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: made }) => {
      // The value's description, also used by validation messages.
      if (typeof made.takes === 'string') made.description ??= made.takes
      for (const own of ['takes', 'opensDoors', 'endsToday']) delete made[own]
      if (io === 'output' && made.additionalProperties === false) delete made.additionalProperties
      dropImplied(made)
      hoistDescription(made)
    },
  })
  return rest
}

const { pattern: anyDay } = z.toJSONSchema(z.iso.date())

/** Removes patterns implied by a format, constants of booleans, and the bounds of every integer. */
function dropImplied(made: Made): void {
  if (['uuid', 'date-time'].includes(String(made.format)) || made.pattern === anyDay) delete made.pattern
  // openapi-generator's Java client of a boolean constant does not compile.
  if (made.type === 'boolean') delete made.const
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
}

/** Moves the description of a nullable value to the top level, where tools look for it. */
function hoistDescription(made: Made): void {
  const [value, nothing, more] = made.anyOf ?? []
  if (value?.description === undefined || nothing?.type !== 'null' || more !== undefined) return
  made.description ??= value.description
  delete value.description
}

function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, name]) => key !== 'component' || typeof name !== 'string')
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutNames(child)]))
}
