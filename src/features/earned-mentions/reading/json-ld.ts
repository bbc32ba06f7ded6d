import type { DomDocument } from './dom.ts'

export type JsonObject = Record<string, unknown>

const maxObjects = 500
/** What a page is about where it has several things to say (schema.org). */
const articleTypes =
  /(Article|Posting|Review|Report|Recipe|HowTo|Guide|QAPage|WebPage|VideoObject|CreativeWork)$/

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** What a page says of itself in JSON-LD. */
export interface LinkedData {
  /** Articles and the like: those of the more telling types first. */
  articles: JsonObject[]
  /** The object that a value is, or refers to by its `@id`. */
  resolve(value: unknown): JsonObject | undefined
}

/** Reads all JSON-LD of a page; what is malformed is passed over. */
export function readLinkedData(document: DomDocument): LinkedData {
  const objects: JsonObject[] = []
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const pending = listOf(parse(script.textContent ?? ''))
    while (pending.length > 0 && objects.length < maxObjects) {
      const value = pending.shift()
      if (!isObject(value)) continue
      objects.push(value)
      pending.push(...listOf(value['@graph']), ...listOf(value.mainEntity), ...listOf(value.mainEntityOfPage))
    }
  }
  const isDefinition = (object: JsonObject) => '@id' in object && Object.keys(object).length > 1
  const byId = new Map(objects.filter(isDefinition).map((object) => [object['@id'], object]))
  const articles = objects.filter((object) => typesOf(object).some((type) => articleTypes.test(type)))
  const isPage = (object: JsonObject) => Number(typesOf(object).every((type) => type.endsWith('WebPage')))
  return {
    articles: articles.sort((a, b) => isPage(a) - isPage(b)),
    resolve(value) {
      if (!isObject(value)) return undefined
      return ('@id' in value ? byId.get(value['@id']) : undefined) ?? value
    },
  }
}

export const typesOf = (object: JsonObject) => listOf(object['@type']).map(String)

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>)\s*$/g, ''))
  } catch {
    return undefined
  }
}
