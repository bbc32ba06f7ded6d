type Json = { [key: string]: unknown }

/** A JSON Schema, as our operations have them, as a type of TypeScript. */
export function typeOf(schema: Json): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (Array.isArray(several)) return several.map((one) => grouped(typeOf(one as Json))).join(' | ')
  if (Array.isArray(schema.allOf)) return schema.allOf.map((one) => grouped(typeOf(one as Json))).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
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
      return arrayOf(schema)
    case 'object':
      return objectOf(schema)
    default:
      return 'unknown'
  }
}

const grouped = (type: string) => (/[|&]/.test(type) ? `(${type})` : type)

function arrayOf({ prefixItems, items }: Json): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((item) => typeOf(item as Json)).join(', ')}]`
  return `${grouped(typeOf((items ?? {}) as Json))}[]`
}

function objectOf({ properties, required = [], additionalProperties }: Json): string {
  const fields = Object.entries((properties ?? {}) as Record<string, Json>).map(([name, schema]) => {
    const isRequired = (required as string[]).includes(name)
    return `${JSON.stringify(name).replace(/^"(\w+)"$/, '$1')}${isRequired ? '' : '?'}: ${typeOf(schema)}`
  })
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties as Json)}>`
    : 'Record<string, unknown>'
}
