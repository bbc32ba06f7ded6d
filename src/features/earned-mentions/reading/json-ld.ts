import type { DomDocument } from '../../../lib/text/dom.ts'

export type JsonObject = Record<string, unknown>

const maxObjects = 500
/** schema.org types of a page's main content. */
const articleTypes = /(Article|Posting|Review|Report|Recipe|HowTo|Guide|QAPage|WebPage|VideoObject|CreativeWork)$/

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The JSON-LD of a page. */
export interface LinkedData {
  /** Articles and similar, more specific types first. */
  articles: JsonObject[]
  /** Entities of the whole site. */
  sites: JsonObject[]
  /** Returns the object that a value is or refers to by `@id`. */
  resolve(value: unknown): JsonObject | undefined
}

/** Reads all JSON-LD of a page. Ignores malformed blocks. */
export function readLinkedData(document: DomDocument): LinkedData {
  const objects: JsonObject[] = []
  for (const script of document.querySelectorAll('script[type^="application/ld+json" i]')) {
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
    sites: objects.filter((object) => typesOf(object).includes('WebSite')),
    resolve(value) {
      if (!isObject(value)) return undefined
      return ('@id' in value ? byId.get(value['@id']) : undefined) ?? value
    },
  }
}

export const typesOf = (object: JsonObject) => listOf(object['@type']).map(String)

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutWrapping(text))
  } catch {
    return undefined
  }
}

const opening = /^(?:>|\/\/|\/\*|\*\/|<!--|-->|<!\[CDATA\[)/
const closing = /(?:\/\/|\/\*|\*\/|<!--|-->|<!|\]\]>)$/
/** Wrapping signs around a script; publishing systems add at most seven per side. */
const maxWrappings = 8

/** Removes comments and CDATA sections that hide a script from old clients. */
function withoutWrapping(text: string): string {
  let bare = text.trim()
  for (let round = 0; round < maxWrappings && opening.test(bare); round += 1)
    bare = bare.replace(opening, '').trimStart()
  for (let round = 0; round < maxWrappings && closing.test(bare.slice(-10)); round += 1)
    bare = (bare.slice(0, -10) + bare.slice(-10).replace(closing, '')).trimEnd()
  return bare
}
