import { z } from 'zod'

export type Json = Record<string, unknown>

/** A schema as OpenAPI 3.1 takes it: JSON Schema 2020-12. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: made }) => {
      // What a value is in words, which validation messages use as well.
      if (typeof made.takes === 'string') made.description ??= made.takes
      delete made.takes
      hoistDescription(made)
    },
  })
  return rest
}

/** The description of what may be null stands beside the choice, where readers look for it. */
function hoistDescription(made: z.core.JSONSchema.BaseSchema): void {
  const [value, nothing, more] = made.anyOf ?? []
  if (value?.description === undefined || nothing?.type !== 'null' || more !== undefined) return
  made.description ??= value.description
  delete value.description
}
