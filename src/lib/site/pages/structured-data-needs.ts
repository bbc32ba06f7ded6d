import table from './structured-data-needs.json' with { type: 'json' }

interface Needs {
  /** Properties; alternatives are separated by `|`, and `a.b` is a property of the node in `a`. */
  required: readonly string[]
  recommended: readonly string[]
  /** Properties that a node inherits from the node around it. */
  impliedWithin?: readonly string[]
}

/**
 * Required and recommended properties of common types, from Google’s documentation of structured data
 * (developers.google.com/search/docs/appearance/structured-data), with names from schema.org.
 */
const needs = new Map(
  Object.entries<Needs>(table).flatMap(([types, own]) =>
    types.split(' ').map((type) => [type, own] as const),
  ),
)

/** The properties that nodes of a type should have; undefined for other types. */
export const propertyNeeds = (type: string): Needs | undefined => needs.get(type)
