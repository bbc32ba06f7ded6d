import { fileURLToPath } from 'node:url'
import { getDocumentProxy } from 'unpdf'
import { type Block, cleanText, type Extracted, UnreadableDocument } from '../extracted.ts'
import { isGibberish } from './gibberish.ts'
import { blocksOf } from './pdf-blocks.ts'
import { type Line, linesOf, withoutRunningLines } from './pdf-lines.ts'
import type { TextItem } from './reading-order.ts'

/** The used fields of a pdf.js annotation; they depend on its subtype. */
interface Annotation {
  subtype: string
  contentsObj?: { str: string }
  richText?: { str?: string } | null
  hidden?: boolean
  annotationFlags?: number
  /** The following belong to form fields. */
  fieldType?: string
  fieldName?: string
  alternativeText?: string
  fieldValue?: unknown
  password?: boolean
  checkBox?: boolean
  radioButton?: boolean
  buttonValue?: string
  options?: { exportValue: string; displayValue: string }[]
}

/** Hidden, or not shown on screen (ISO 32000-1, table 165). */
const hiddenFlags = 0b100010

/** A popup repeats the text of another annotation; a link has none. */
const unread = new Set(['Link', 'Popup'])

/** The distinct texts of form fields, with their labels, and of notes on a page. */
function annotationTexts(annotations: readonly Annotation[]): string[] {
  const texts = annotations
    .filter(({ hidden, annotationFlags = 0 }) => hidden !== true && (annotationFlags & hiddenFlags) === 0)
    .map((annotation) => (annotation.subtype === 'Widget' ? fieldText(annotation) : noteText(annotation)))
    .map((text) => cleanText(text).trim())
  return [...new Set(texts)].filter((text) => text !== '')
}

function noteText({ subtype, contentsObj, richText }: Annotation): string {
  if (unread.has(subtype)) return ''
  return contentsObj?.str || richText?.str || ''
}

function fieldText(field: Annotation): string {
  const value = fieldValueText(field).trim()
  const label = (field.alternativeText || field.fieldName || '').trim()
  return value === '' || label === '' ? value : `${label}: ${value}`
}

function fieldValueText({ fieldType, fieldValue, ...field }: Annotation): string {
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(
    (value): value is string => typeof value === 'string',
  )
  if (field.password === true) return ''
  if (fieldType === 'Tx') return values.join('\n')
  if (fieldType === 'Ch') return values.map((value) => displayed(value, field.options ?? [])).join(', ')
  if (fieldType !== 'Btn') return ''
  const isChosen = field.radioButton === true ? values.includes(field.buttonValue ?? '') : field.checkBox
  return isChosen === true ? values.filter((value) => value !== 'Off').join(', ') : ''
}

const displayed = (value: string, options: NonNullable<Annotation['options']>) =>
  options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value

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
  if (numPages > maxPages) throw new UnreadableDocument(`the PDF has ${numPages} pages; the limit is ${maxPages}`)
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
