import type { Json } from './openapi-schema.ts'

export interface Components {
  schemas: Record<string, Json>
  /**
   * Adds a schema under its own name or this one, with all named objects in it.
   * @returns its reference
   * @throws Error if two schemas have the same name
   */
  add(name: string, schema: Json): Json
  /** Replaces the named objects in a schema with references. */
  refer(schema: Json): Json
}

export function createComponents(): Components {
  const schemas: Record<string, Json> = {}
  function add(name: string, schema: Json): Json {
    const { component = name, description, ...own } = schema
    const made = within(own)
    const known = schemas[component as string]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(made))
      throw new Error(`two schemas have the name ${component}`)
    schemas[component as string] = made
    const reference = { $ref: `#/components/schemas/${component}` }
    return description === undefined ? reference : { ...reference, description }
  }
  const refer = (schema: Json): Json =>
    typeof schema.component === 'string' ? add(schema.component, schema) : within(schema)
  const within = (schema: Json): Json =>
    Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referIn(value)]))
  function referIn(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(referIn)
    return typeof value === 'object' && value !== null ? refer(value as Json) : value
  }
  return { schemas, add, refer }
}
