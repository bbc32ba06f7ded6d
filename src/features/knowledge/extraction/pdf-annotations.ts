import { cleanText } from '../extracted.ts'

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
export function annotationTexts(annotations: readonly Annotation[]): string[] {
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
