import { z } from 'zod'
import { joinText } from './joined-text.ts'
import type { TextRange } from './provider-answer.ts'
import { anyList, anything, looseText, optional, readShape, textField, UnreadableBody } from './shape.ts'

/** Maximum depth of nested lists; Google shows three. */
const maxDepth = 20

const blockShape = z.object({
  type: looseText,
  title: optional(textField),
  snippet: optional(textField),
  text: optional(textField),
  answer: optional(textField),
  code: optional(textField),
  reference_indexes: anything,
  list: anyList,
  text_blocks: anyList,
  texts: anyList,
  items: anyList,
  table: anything,
  comparison: anyList,
})
const comparisonShape = z.object({ feature: looseText, values: z.array(z.unknown()).catch([]) })

export interface BlockText {
  text: string
  /** The places of the blocks that name a reference, by its index. */
  places: Map<number, TextRange>
  /** Whether a table or code has no known text, so that the text is not complete. */
  isPartial: boolean
}

/**
 * Reads the text of a tree of blocks, as in an AI Overview of SerpApi, SearchApi (`text_blocks`) and Bright
 * Data (`texts`): each block in reading order, separated by blank lines.
 * @param path the list's path in the body
 */
export function readTextBlocks(blocks: readonly unknown[], path: string): BlockText {
  const joined = joinText()
  const places = new Map<number, TextRange>()
  let isPartial = false
  const readBlock = (value: unknown, at: string, depth: number) => {
    if (depth > maxDepth) throw new UnreadableBody(`${at} is nested in more than ${maxDepth} lists`)
    if (typeof value === 'string') {
      addBlock(value)
      return
    }
    const block = readShape(blockShape, value, at)
    if (block.title && block.title !== block.snippet) addBlock(block.title)
    const range = addBlock(block.snippet || block.text || block.answer || block.code || tableText(block.table))
    isPartial ||= range.end === range.start && /^(?:table|code)/.test(block.type)
    if (Array.isArray(block.reference_indexes))
      for (const index of block.reference_indexes.slice(0, 1000))
        if (typeof index === 'number' && range.end > range.start && !places.has(index)) places.set(index, range)
    for (const entry of block.comparison) {
      const { feature, values } = readShape(comparisonShape, entry, `${at}.comparison`)
      addBlock([feature, ...values.filter((cell) => typeof cell === 'string')].join(' | '))
    }
    for (const name of ['list', 'text_blocks', 'texts', 'items'] as const)
      block[name].forEach((child, index) => {
        readBlock(child, `${at}.${name}[${index}]`, depth + 1)
      })
  }
  const addBlock = (words: string) => {
    joined.breakBlock()
    return joined.add(words)
  }
  blocks.forEach((block, index) => {
    readBlock(block, `${path}[${index}]`, 1)
  })
  return { text: joined.text, places, isPartial }
}

/** A table's rows, with cells separated by ` | `. */
function tableText(table: unknown): string {
  if (!Array.isArray(table)) return ''
  const rows = table.filter(Array.isArray).map((row: unknown[]) => row.filter((cell) => typeof cell === 'string'))
  return rows.map((row) => row.join(' | ')).join('\n')
}
