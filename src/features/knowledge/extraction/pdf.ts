import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import { type Block, cleanText, type Extracted, UnreadableDocument } from '../extracted.ts'
import { isGibberish } from './gibberish.ts'
import { annotationTexts } from './pdf-annotations.ts'
import { blocksOf } from './pdf-blocks.ts'
import { type Line, linesOf, withoutRunningLines } from './pdf-lines.ts'
import type { TextItem } from './reading-order.ts'

const damagedError = () => new UnreadableDocument('the PDF is damaged')

const gibberishError = () =>
  new UnreadableDocument(
    'the text in the PDF is gibberish because its fonts lack a character map; run text recognition (OCR) on it and add it ' +
      'again',
  )

/**
 * Extracts the text of a PDF by page, including form values and notes.
 * @throws UnreadableDocument if it is encrypted, damaged, too long, without text, or gibberish
 */
export async function extractPdf(bytes: Uint8Array, maxPages: number): Promise<Extracted> {
  const document = await open(bytes)
  const { numPages } = document
  if (numPages > maxPages)
    throw new UnreadableDocument(`the PDF has ${numPages} pages; the limit is ${maxPages}`)
  const pages: Line[][] = []
  const notes: Block[] = []
  const drawn: string[] = []
  let unreadable = 0
  for (let number = 1; number <= numPages; number += 1) {
    try {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const texts = items.filter((item): item is typeof item & TextItem => 'str' in item)
      drawn.push(texts.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''))
      pages.push(linesOf(texts.map(clean), number))
      const annotations = await page.getAnnotations().catch(() => [])
      notes.push(...annotationTexts(annotations).map((text) => ({ text, page: number })))
      page.cleanup()
    } catch {
      unreadable += 1
    }
  }
  if (isGibberish(drawn.join('\n'))) throw gibberishError()
  const blocks = withNotes(blocksOf(withoutRunningLines(pages).flat()), notes)
  if (blocks.length > 0) return { blocks, pages: numPages }
  if (unreadable > 0 || numPages === 0) throw damagedError()
  throw new UnreadableDocument(
    'the PDF contains no text, only images or drawings; run text recognition (OCR) on it and add it again',
  )
}

/** Inserts the notes of each page after its text. */
const withNotes = (blocks: readonly Block[], notes: readonly Block[]) =>
  [...blocks, ...notes].sort((a, b) => (a.page ?? 0) - (b.page ?? 0))

/** Predefined character maps. A folder, because pdf.js in Node does not fetch URLs. */
const cMapUrl = fileURLToPath(new URL('./cmaps/', import.meta.resolve('pdfjs-dist/package.json')))

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false, cMapUrl, cMapPacked: true })
  } catch (error) {
    if ((error as Error).name !== 'PasswordException') throw damagedError()
    throw new UnreadableDocument('the PDF is encrypted; remove the password and add the document again')
  }
}

const clean = (item: TextItem): TextItem => ({ ...item, str: cleanText(item.str) })
