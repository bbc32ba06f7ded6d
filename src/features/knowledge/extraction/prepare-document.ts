import { type Extracted, textOf } from '../extracted.ts'
import { passagesOf } from '../passages/passages.ts'
import { summarize } from '../passages/summarise.ts'
import { termRows } from '../passages/term-rows.ts'

/** Everything that is made of a document without asking anybody. */
export interface ReadDocument {
  text: string
  /** Code points of the text. */
  characters: number
  pages: number | null
  summary: string
  passages: { headings: string[]; text: string; page: number }[]
  /** Columns of rows of `knowledge_terms`. */
  terms: string[]
  /** Terms in all passages. */
  termCount: number
}

/** Prepares what was extracted to be found. */
export function prepareDocument(title: string, { blocks, pages }: Extracted): ReadDocument {
  const text = textOf(blocks)
  const passages = passagesOf(blocks).map(({ page = 0, ...passage }) => ({ ...passage, page }))
  let characters = 0
  for (const _ of text) characters += 1
  return { text, characters, pages, summary: summarize(blocks), passages, ...termRows(title, passages) }
}
