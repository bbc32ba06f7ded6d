import { factLimits, type StructuredDataFacts } from './page-facts.ts'
import { propertyNeeds } from './structured-data-needs.ts'
import { cleanText, pushWithin } from './texts.ts'

type Node = Record<string, unknown>

export interface StructuredDataReader {
  /** The text of one `script` of type `application/ld+json`. */
  read(block: string): void
  /** What was found in all blocks, for a page whose source is `html`. */
  facts(html: string): StructuredDataFacts
}

/** Reads the JSON-LD of a page; of microdata and RDFa only that they are there. */
export function createStructuredDataReader(): StructuredDataReader {
  const types = new Set<string>()
  const faults: string[] = []
  const incomplete: StructuredDataFacts['incomplete'] = []
  let nodes = 0

  /** Walks without recursion, as nesting has no bound. */
  function walk(root: unknown) {
    const left: { value: unknown; parent: string }[] = [{ value: root, parent: '' }]
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { value, parent } = next
      if (typeof value !== 'object' || value === null || ++nodes > factLimits.structuredDataNodes) continue
      const found = Array.isArray(value) ? [] : typesOf(value as Node)
      if (found.length > 0) note(value as Node, found, parent)
      const children = Object.values(value).slice(0, factLimits.structuredDataNodes)
      const owner = Array.isArray(value) ? parent : (found[0] ?? '')
      for (const child of children.reverse()) left.push({ value: child, parent: owner })
    }
  }

  function note(node: Node, found: string[], parent: string) {
    for (const type of found) {
      if (types.size < factLimits.structuredDataFacts) types.add(type)
    }
    // A node of an address only speaks of one that stands elsewhere.
    if (Object.keys(node).every((key) => key === '@id' || key === '@type' || key === '@context')) return
    for (const type of found) {
      const lack = lackOf(node, type, parent)
      if (lack !== undefined) pushWithin(incomplete, { type, ...lack }, factLimits.structuredDataFacts)
    }
  }

  return {
    read(block) {
      try {
        walk(JSON.parse(unwrapped(block)))
      } catch (error) {
        pushWithin(
          faults,
          cleanText(error instanceof Error ? error.message : '', 160),
          factLimits.structuredDataFacts,
        )
      }
    },
    facts: (html) => ({
      types: [...types],
      faults,
      incomplete,
      hasMicrodata: /\sitemtype\s*=/i.test(html),
      hasRdfa: /\s(?:vocab|typeof)\s*=\s*["'](?:https?:\/\/schema\.org|schema:)/i.test(html),
    }),
  }
}

/** Content systems wrap scripts in comments that are none in JSON; engines read over them. */
export function unwrapped(block: string): string {
  const start = block.trim().replace(/^(?:\/\/|\/\*)?\s*(?:<!\[CDATA\[|<!--)\s*(?:\*\/)?/, '')
  const end = start.replace(/(?:\]\]>|-->)\s*(?:\*\/)?$/, '')
  return end === start ? start : end.trimEnd().replace(/\/[/*]$/, '')
}

/** The types of a node as schema.org names them, without its address. */
function typesOf(node: Node): string[] {
  const named = [node['@type']].flat().slice(0, 10)
  return named
    .filter((type) => typeof type === 'string')
    .map((type) => cleanText(type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''), 80))
    .filter((type) => type !== '')
}

function lackOf(
  node: Node,
  type: string,
  parent: string,
): { missing: string[]; recommended: string[] } | undefined {
  const needs = propertyNeeds(type)
  if (needs === undefined) return undefined
  const lacks = (wanted: string) => !wanted.split('|').some((property) => hasValue(node, property))
  const missing = needs.required.filter(
    (wanted) => lacks(wanted) && !(needs.impliedWithin?.includes(wanted) && parent !== ''),
  )
  // What a node within another one lacks may stand where it is described by itself.
  const recommended = parent === '' ? needs.recommended.filter(lacks) : []
  return missing.length + recommended.length > 0 ? { missing, recommended } : undefined
}

/** @param property may lead into a nested node, as in `item.name` */
function hasValue(node: Node, property: string): boolean {
  let value: unknown = node
  for (const name of property.split('.')) {
    const [first] = [value].flat()
    if (typeof first !== 'object' || first === null) return false
    const inner = first as Node
    value = inner[name] ?? inner[`schema:${name}`]
  }
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}
