/** Formats of stored documents. Only earlier releases stored RTF. */
export const documentFormats = ['pdf', 'html', 'markdown', 'docx', 'rtf', 'text'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** A heading, paragraph, list item or similar, in reading order. */
export interface Block {
  text: string
  /** Heading level from 1; undefined for other blocks. */
  level?: number
  /** Page number from 1; undefined if the format has no pages. */
  page?: number
  /** Offsets of page breaks in the text, in order; undefined without page breaks. */
  turns?: { at: number; page: number }[]
}

export interface Extracted {
  blocks: Block[]
  /** Number of pages; null if the format has none. */
  pages: number | null
}

/** The message is shown to the user who added the document. */
export class UnreadableDocument extends Error {}

export interface ExtractLimits {
  seconds: number
  /** Memory of the reading process. */
  megabytes: number
  pages: number
}

/** Maximum code points of a document's text. */
export const maxCharacters = 5_000_000

export const textOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n\n')

const ligatures: Record<string, string> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this regex removes them
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\ufeff]/g

/** Arabic presentation forms, as found in PDFs. */
const placedLetters = /[\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]+/g

/** Normalizes text for both stores: no ligatures, soft hyphens or control characters. */
export const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unprintable, '')
    .replace(/[ﬀ-ﬆ]/g, (ligature) => ligatures[ligature] ?? ligature)
    .replace(placedLetters, (letters) => letters.normalize('NFKC'))
