import mammoth from 'mammoth'
import {
  type DocumentFormat,
  type Extracted,
  type ExtractLimits,
  maxCharacters,
  textOf,
  UnreadableDocument,
} from '../extracted.ts'
import { assertNotGibberish } from './gibberish.ts'
import { extractHtml, htmlBlocks } from './html.ts'
import { extractMarkdown } from './markdown.ts'
import { extractPdf } from './pdf.ts'
import { prepareDocument, type ReadDocument } from './prepare-document.ts'

/**
 * Extracts the text of a document in any format.
 * @throws UnreadableDocument
 */
export async function extractFormat(
  format: DocumentFormat,
  bytes: Uint8Array,
  limits: Pick<ExtractLimits, 'pages'>,
): Promise<Extracted> {
  const extracted = format === 'pdf' ? await extractPdf(bytes, limits.pages) : await extractUnpaged(format, bytes)
  const characters = extracted.blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (characters === 0) throw new UnreadableDocument('the document contains no text')
  if (characters > maxCharacters)
    throw new UnreadableDocument(`the document has ${characters} characters; the limit is ${maxCharacters}`)
  if (format !== 'pdf') assertNotGibberish(textOf(extracted.blocks))
  return extracted
}

async function extractUnpaged(format: Exclude<DocumentFormat, 'pdf'>, bytes: Uint8Array): Promise<Extracted> {
  switch (format) {
    case 'html':
      return { blocks: extractHtml(utf8(bytes)), pages: null }
    case 'docx':
      return { blocks: htmlBlocks(await docxHtml(bytes)), pages: null }
    case 'rtf':
      throw new UnreadableDocument('RTF is not supported; save the document as DOCX and add it again')
    default:
      return { blocks: extractMarkdown(utf8(bytes)), pages: null }
  }
}

/** Ignores the page's declared encoding: it was decoded before storing. */
const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function docxHtml(bytes: Uint8Array): Promise<string> {
  try {
    const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage })
    return value
  } catch {
    throw new UnreadableDocument('the DOCX file is damaged')
  }
}

export interface ReadRequest {
  format: DocumentFormat
  title: string
  bytes: Uint8Array
  limits: ExtractLimits
}

export type ReadReply = ReadDocument | { problem: string }

/**
 * Reads a document and prepares it for the index.
 * @throws UnreadableDocument
 */
export const readDocument = async ({ format, title, bytes, limits }: ReadRequest): Promise<ReadDocument> =>
  prepareDocument(title, await extractFormat(format, bytes, limits))
