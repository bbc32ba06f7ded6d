import { factLimits, type StructuredDataFacts } from './page-facts.ts'
import { type PageOffer, readOffers } from './page-offers.ts'
import needsTable from './structured-data-needs.json' with { type: 'json' }
import { dayIn, wordFaults } from './structured-data-values.ts'
import { cleanText, pushWithin } from './texts.ts'

type Node = Record<string, unknown>

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
const propertyNeeds = new Map(
  Object.entries<Needs>(needsTable).flatMap(([types, own]) => types.split(' ').map((type) => [type, own] as const)),
)

/** Reads the JSON-LD and microdata of a page, and detects RDFa. */
export function createStructuredDataReader() {
  const types = new Set<string>()
  const faults: string[] = []
  const incomplete: StructuredDataFacts['incomplete'] = []
  const words = { withoutContext: new Set<string>(), unknown: new Set<string>(), invalid: new Set<string>() }
  const days: Record<string, string> = {}
  let nodes = 0
  let hasAuthor = false
  const roots: unknown[] = []

  /** Walks without recursion, as the nesting depth is unlimited. */
  function walk(root: unknown) {
    roots.push(root)
    const left: Place[] = [{ value: root, parent: '', context: 'none' }]
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { value, parent } = next
      if (typeof value !== 'object' || value === null || ++nodes > factLimits.structuredDataNodes) continue
      const isNode = !Array.isArray(value)
      const found = isNode ? typesOf(value as Node) : []
      const context = isNode ? contextOf(value as Node, next.context) : next.context
      if (found.length > 0) record(value as Node, found, { value, parent, context })
      const children = Object.entries(value).slice(0, factLimits.structuredDataNodes)
      const owner = isNode ? (found[0] ?? '') : parent
      for (const [key, child] of children.reverse())
        if (key !== '@context') left.push({ value: child, parent: owner, context })
    }
  }

  function record(node: Node, found: string[], { parent, context }: Place) {
    for (const type of found) {
      if (types.size < factLimits.structuredDataFacts) types.add(type)
    }
    if (node.author !== undefined || node.creator !== undefined) hasAuthor = true
    if (context === 'none' && parent === '') addWithin(words.withoutContext, found)
    if (context !== 'other') {
      const faults = wordFaults(node, found)
      addWithin(words.unknown, faults.unknown)
      addWithin(words.invalid, faults.invalid)
      noteDays(days, node, found[0] ?? '')
    }
    // A node with only an id refers to one that is described elsewhere.
    if (Object.keys(node).every((key) => key === '@id' || key === '@type' || key === '@context')) return
    // Parts of it are elsewhere.
    if (node['@ref'] === true) return
    for (const type of found) {
      const lack = missingProperties(node, type, parent)
      if (lack !== undefined) pushWithin(incomplete, { type, ...lack }, factLimits.structuredDataFacts)
    }
  }

  return {
    /** Reads the text of one `script` of type `application/ld+json`. */
    read(block: string) {
      try {
        walk(JSON.parse(unwrapped(block)))
      } catch (error) {
        pushWithin(faults, cleanText(error instanceof Error ? error.message : '', 160), factLimits.structuredDataFacts)
      }
    },
    readItem: walk,
    /** The facts of all blocks, for a page with the source `html`. */
    facts: (html: string, url: string): StructuredDataFacts => ({
      types: [...types],
      faults,
      ...wordFacts(words),
      ...(Object.keys(days).length > 0 && { days }),
      incomplete,
      ...(hasAuthor && { hasAuthor: true as const }),
      ...(html.includes('Product') && offerFacts(readOffers(roots, url, factLimits.structuredDataNodes))),
      hasMicrodata: /\sitemtype\s*=/i.test(html),
      hasRdfa: /\s(?:vocab|typeof)\s*=\s*["'](?:https?:\/\/schema\.org|schema:)/i.test(html),
    }),
  }
}

/** A value to visit, the type of its parent node, and whether its names are from schema.org. */
interface Place {
  value: unknown
  parent: string
  context: 'schema.org' | 'other' | 'none'
}

/** @param inherited the context of the parent node */
function contextOf(node: Node, inherited: Place['context']): Place['context'] {
  const context = node['@context']
  if (context === undefined || context === null) return inherited
  const isSchemaOrg = /\bschema\.org\b/i.test(typeof context === 'string' ? context : nameOf(context))
  return isSchemaOrg ? 'schema.org' : 'other'
}

/** The vocabulary URLs in a context that is a list or an object. */
function nameOf(context: object): string {
  return [context]
    .flat()
    .slice(0, 20)
    .map((part) => (typeof part === 'string' ? part : Object.values(part ?? {}).join(' ')))
    .join(' ')
}

const offerFacts = (offers: PageOffer[]) => (offers.length > 0 ? { offers } : {})

function noteDays(days: Record<string, string>, node: Node, type: string): void {
  for (const property of ['datePublished', 'dateModified']) {
    const day = dayIn(node[property])
    const name = `${type}.${property}`
    if (day !== undefined && type.length < factLimits.fragmentLength && day > (days[name] ?? ''))
      if (Object.hasOwn(days, name) || Object.keys(days).length < factLimits.structuredDataFacts) days[name] = day
  }
}

function addWithin(set: Set<string>, items: readonly string[]) {
  for (const item of items) if (set.size < factLimits.structuredDataFacts) set.add(cleanText(item, 160))
}

const wordFacts = (words: Record<'withoutContext' | 'unknown' | 'invalid', Set<string>>) =>
  Object.fromEntries(Object.entries(words).flatMap(([kind, found]) => (found.size > 0 ? [[kind, [...found]]] : [])))

/** Removes the comments around scripts of content systems: they are invalid JSON, but engines ignore them. */
export function unwrapped(block: string): string {
  const start = block.trim().replace(/^(?:\/\/|\/\*)?\s*(?:<!\[CDATA\[|<!--)\s*(?:\*\/)?/, '')
  const end = start.replace(/(?:\]\]>|-->)\s*(?:\*\/)?$/, '')
  return end === start ? start : end.trimEnd().replace(/\/[/*]$/, '')
}

/** The types of a node as named by schema.org, without its URL. */
function typesOf(node: Node): string[] {
  const named = [node['@type']].flat().slice(0, 10)
  return named
    .filter((type) => typeof type === 'string')
    .map((type) => cleanText(type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''), 80))
    .filter((type) => type !== '')
}

function missingProperties(
  node: Node,
  type: string,
  parent: string,
): { missing: string[]; recommended: string[] } | undefined {
  const needs = propertyNeeds.get(type)
  if (needs === undefined) return undefined
  const lacks = (wanted: string) => !wanted.split('|').some((property) => hasValue(node, property))
  const missing = needs.required.filter(
    (wanted) => lacks(wanted) && !(needs.impliedWithin?.includes(wanted) && parent !== ''),
  )
  // Properties missing in a nested node may be in its own description elsewhere.
  const recommended = parent === '' ? needs.recommended.filter(lacks) : []
  return missing.length + recommended.length > 0 ? { missing, recommended } : undefined
}

/** @param property a path into nested nodes is allowed, such as `item.name` */
function hasValue(node: Node, property: string): boolean {
  let value: unknown = node
  for (const name of property.split('.')) {
    const [first] = [value].flat()
    if (typeof first !== 'object' || first === null) return false
    const inner = first as Node
    value = inner[name] ?? inner[`schema:${name}`]
  }
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}
