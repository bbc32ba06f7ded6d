import type { Json } from './openapi-schema.ts'

/** Collects the schemas of a document that have names of their own. */
export interface Components {
  schemas: Record<string, Json>
  /**
   * Gives a schema a name, but for one that has its own, and so every object in it that has one.
   * @returns the reference that stands in its place
   * @throws Error where two schemas have one name
   */
  add(name: string, schema: Json): Json
  /** A schema with references in the place of the objects in it that have names. */
  refer(schema: Json): Json
}

/** A document without schemas. */
export function createComponents(): Components {
  const schemas: Record<string, Json> = {}
  function add(name: string, schema: Json): Json {
    const { component = name, description, ...own } = schema
    const made = within(own)
    const known = schemas[component as string]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(made))
      throw new Error(`two schemas are called ${component}`)
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
