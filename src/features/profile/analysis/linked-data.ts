import { readHtml } from '../../../lib/site/pages/html-reader.ts'
import { unwrapped } from '../../../lib/site/pages/structured-data.ts'
import { plainText } from './page-text.ts'

export type Node = Record<string, unknown>

/** A JSON-LD entity of a page, with its schema.org types. */
export interface LinkedDataEntity {
  types: string[]
  node: Node
  /** Whether it is not part of another entity. */
  isTop: boolean
}

const maxNodes = 2000
const maxBlocks = 50
/** Texts per property. */
const maxTexts = 50
/** Properties whose values still count as top-level entities. */
const holders = new Set(['', '@graph', 'mainEntity'])

/** Returns the JSON-LD entities of a page, in order. Ignores invalid blocks. */
export function thingsOf(html: string): LinkedDataEntity[] {
  const things: LinkedDataEntity[] = []
  let visited = 0
  for (const block of blocksOf(html)) {
    // Iterative, because nesting has no limit.
    const left: { value: unknown; isTop: boolean }[] = [{ value: parse(block), isTop: true }]
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { value, isTop } = next
      if (typeof value !== 'object' || value === null || ++visited > maxNodes) continue
      if (Array.isArray(value)) {
        for (const item of value.slice(0, maxNodes).reverse()) left.push({ value: item, isTop })
        continue
      }
      const node = value as Node
      const types = listOf(node['@type'])
        .filter((type) => typeof type === 'string')
        .map((type) => type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''))
      if (types.length > 0) things.push({ types, node, isTop })
      const children = Object.entries(node).slice(0, maxNodes).reverse()
      for (const [name, child] of children) left.push({ value: child, isTop: isTop && holders.has(name) })
    }
  }
  return things
}

function blocksOf(html: string): string[] {
  const blocks: string[] = []
  let block: string | undefined
  readHtml(html, new Set(['script']), {
    open(name, attributes) {
      const type = attributes.get('type')?.trim().toLowerCase() ?? ''
      block = name === 'script' && type.startsWith('application/ld+json') ? '' : undefined
    },
    text(piece) {
      if (block !== undefined) block += piece
    },
    close() {
      if (block !== undefined && blocks.length < maxBlocks) blocks.push(block)
      block = undefined
    },
  })
  return blocks
}

function parse(block: string): unknown {
  try {
    return JSON.parse(unwrapped(block))
  } catch {
    return undefined
  }
}

const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The texts of a property, including names of entities. */
export function textsOf(node: Node, property: string): string[] {
  const texts = listOf(node[property])
    .slice(0, maxTexts)
    .map((value) => {
      if (typeof value === 'string') return plainText(value)
      const { name, audienceType } = (typeof value === 'object' && value !== null ? value : {}) as Node
      const text = audienceType ?? name
      return typeof text === 'string' ? plainText(text) : ''
    })
  return texts.filter((text) => text !== '')
}
