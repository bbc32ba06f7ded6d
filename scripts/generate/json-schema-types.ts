type Json = { [key: string]: unknown }

export interface Field {
  /** The field's name, quoted if necessary. */
  name: string
  isRequired: boolean
  schema: Json
}

/** Formats an object type; `typeOf` returns the types of its fields. */
export type WriteObject = (fields: readonly Field[]) => string

/**
 * Converts a JSON Schema to a TypeScript type. References become types with their names.
 * @param writeObject defaults to a single line
 */
export function typeOf(schema: Json, writeObject: WriteObject = inOneLine): string {
  const within = (one: unknown) => typeOf(one as Json, writeObject)
  if (typeof schema.$ref === 'string') return schema.$ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (Array.isArray(several)) return several.map((one) => grouped(within(one))).join(' | ')
  if (Array.isArray(schema.allOf)) return schema.allOf.map((one) => grouped(within(one))).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => within({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return arrayOf(schema, within)
    case 'object':
      return objectOf(schema, within, writeObject)
    default:
      return 'unknown'
  }
}

const grouped = (type: string) => (/[|&]/.test(type) ? `(${type})` : type)

function arrayOf({ prefixItems, items }: Json, within: (one: unknown) => string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(within).join(', ')}]`
  return `${grouped(within(items ?? {}))}[]`
}

function objectOf(
  { properties, required = [], additionalProperties }: Json,
  within: (one: unknown) => string,
  writeObject: WriteObject,
): string {
  const fields = Object.entries((properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name: JSON.stringify(name).replace(/^"(\w+)"$/, '$1'),
    isRequired: (required as string[]).includes(name),
    schema,
  }))
  if (fields.length > 0) return writeObject(fields)
  return typeof additionalProperties === 'object'
    ? `Record<string, ${within(additionalProperties)}>`
    : 'Record<string, unknown>'
}

const inOneLine: WriteObject = (fields) =>
  `{ ${fields.map(({ name, isRequired, schema }) => `${name}${isRequired ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`
