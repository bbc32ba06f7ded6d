import { readFileSync } from 'node:fs'

/** The types and properties of schema.org. */
export interface SchemaVocabulary {
  hasType(type: string): boolean
  /** Whether nodes of a type can have a property, directly or from a supertype. */
  hasProperty(type: string, property: string): boolean
  /** Whether a type is the other type or a subtype of it. */
  isKindOf(type: string, other: string): boolean
  /** The types of a property’s values; undefined if its values cannot be validated. */
  range(property: string): readonly string[] | undefined
  /** The members of an enumeration; undefined for other types. */
  members(type: string): ReadonlySet<string> | undefined
}

interface TypeEntry {
  parents: string[]
  properties: Set<string>
}

let vocabulary: SchemaVocabulary | undefined

/** Reads `schema-vocabulary.txt` once. */
export function schemaVocabulary(): SchemaVocabulary {
  vocabulary ??= readVocabulary(readFileSync(new URL('./schema-vocabulary.txt', import.meta.url), 'utf8'))
  return vocabulary
}

const split = (text = '') => text.split(' ').filter((word) => word !== '')

function readVocabulary(text: string): SchemaVocabulary {
  const types = new Map<string, TypeEntry>()
  const ranges = new Map<string, string[]>()
  const members = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [head = '', words] = line.split(' :')
    const [kind, name = '', , ...parents] = head.split(' ')
    if (kind === 'type')
      types.set(name, { parents: split(parents.join(' ')), properties: new Set(split(words)) })
    else if (kind === 'property') ranges.set(name, split(words))
    else if (kind === 'members') members.set(name, new Set(split(words)))
  }

  /** Whether a condition is true for a type or one of its supertypes. */
  function holds(type: string, isMeant: (name: string, entry: TypeEntry) => boolean): boolean {
    const entry = types.get(type)
    if (entry === undefined) return false
    return isMeant(type, entry) || entry.parents.some((parent) => holds(parent, isMeant))
  }

  return {
    hasType: (type) => types.has(type),
    hasProperty: (type, property) => holds(type, (_, { properties }) => properties.has(property)),
    isKindOf: (type, other) => holds(type, (name) => name === other),
    range: (property) => ranges.get(property),
    members: (type) => members.get(type),
  }
}
