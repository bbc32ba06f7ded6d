import type { DomDocument } from '../../../lib/text/dom.ts'

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
  /** The whole site, where the page speaks of it. */
  sites: JsonObject[]
  /** The object that a value is, or refers to by its `@id`. */
  resolve(value: unknown): JsonObject | undefined
}

/** Reads all JSON-LD of a page; what is malformed is passed over. */
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
/** The signs that publishing systems put around a script, which are seven at most on each side. */
const maxWrappings = 8

/** A script without the comments and sections of CDATA that hide it from programs that know no scripts. */
function withoutWrapping(text: string): string {
  let bare = text.trim()
  for (let round = 0; round < maxWrappings && opening.test(bare); round += 1)
    bare = bare.replace(opening, '').trimStart()
  for (let round = 0; round < maxWrappings && closing.test(bare.slice(-10)); round += 1)
    bare = (bare.slice(0, -10) + bare.slice(-10).replace(closing, '')).trimEnd()
  return bare
}
