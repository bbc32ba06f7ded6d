import { type Extracted, textOf } from '../extracted.ts'
import { passagesOf } from '../passages/passages.ts'
import { summarize } from '../passages/summarise.ts'
import { termRows } from '../passages/term-rows.ts'

/** The local processing result of a document, without external services. */
export interface ReadDocument {
  text: string
  /** Number of code points in the text. */
  characters: number
  pages: number | null
  summary: string
  passages: { headings: string[]; text: string; page: number }[]
  /** Rows of `knowledge_terms`. */
  terms: string[]
  /** Number of terms in all passages. */
  termCount: number
}

export function prepareDocument(title: string, { blocks, pages }: Extracted): ReadDocument {
  const text = textOf(blocks)
  const passages = passagesOf(blocks).map(({ page = 0, ...passage }) => ({ ...passage, page }))
  let characters = 0
  for (const _ of text) characters += 1
  return { text, characters, pages, summary: summarize(blocks), passages, ...termRows(title, passages) }
}
