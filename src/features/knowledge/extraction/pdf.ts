import { getDocumentProxy } from 'unpdf'
import { cleanText, type Extracted, UnreadableDocument } from '../extracted.ts'
import { blocksOf } from './pdf-blocks.ts'
import { type Line, linesOf, type TextItem, withoutRunningLines } from './pdf-lines.ts'

const damaged = () => new UnreadableDocument('the PDF is damaged: it cannot be read')

/**
 * The text of a PDF with its pages.
 * @throws UnreadableDocument where it is encrypted, damaged, too long, or holds images only
 */
export async function extractPdf(bytes: Uint8Array, maxPages: number): Promise<Extracted> {
  const document = await open(bytes)
  const { numPages } = document
  if (numPages > maxPages)
    throw new UnreadableDocument(`the PDF has ${numPages} pages: at most ${maxPages} are read`)
  const pages: Line[][] = []
  let unreadable = 0
  for (let number = 1; number <= numPages; number += 1) {
    try {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      pages.push(
        linesOf(items.filter((item): item is typeof item & TextItem => 'str' in item).map(clean), number),
      )
      page.cleanup()
    } catch {
      unreadable += 1
    }
  }
  const blocks = blocksOf(withoutRunningLines(pages).flat())
  if (blocks.length > 0) return { blocks, pages: numPages }
  if (unreadable > 0 || numPages === 0) throw damaged()
  throw new UnreadableDocument(
    'the PDF holds no text, only images or drawings: run text recognition (OCR) over it and add it again',
  )
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false })
  } catch (error) {
    if ((error as Error).name !== 'PasswordException') throw damaged()
    throw new UnreadableDocument('the PDF is encrypted with a password: remove it and add the document again')
  }
}

const clean = (item: TextItem): TextItem => ({ ...item, str: cleanText(item.str) })
