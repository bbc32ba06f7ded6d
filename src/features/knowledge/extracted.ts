/** What a document is stored and read as. Earlier releases also stored RTF. */
export const documentFormats = ['pdf', 'html', 'markdown', 'docx', 'rtf', 'text'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** A heading, a paragraph, an item of a list and the like, in the order of reading. */
export interface Block {
  text: string
  /** From 1 for the highest; undefined for what is no heading. */
  level?: number
  /** From 1; undefined where the format has no pages. */
  page?: number
  /** Where in the text further pages begin, in their order; undefined where it ends on its first one. */
  turns?: { at: number; page: number }[]
}

export interface Extracted {
  blocks: Block[]
  /** How many pages it has; null where the format has none. */
  pages: number | null
}

/** Why a document cannot be read, in words for the person who added it. */
export class UnreadableDocument extends Error {}

/** What is read of a document at most. */
export interface ExtractLimits {
  seconds: number
  /** Memory of the process that reads. */
  megabytes: number
  pages: number
}

/** Code points of text that a document may hold. */
export const maxCharacters = 5_000_000

/** The text of a document: its blocks, a blank line between them. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\ufeff]/g

/** Letters of Arabic in the form that they have at a place in a word, as PDFs give them. */
const placedLetters = /[\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]+/g

/** Text that both stores hold, without ligatures, soft hyphens and control characters. */
export const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unprintable, '')
    .replace(/[ﬀ-ﬆ]/g, (ligature) => ligatures[ligature] ?? ligature)
    .replace(placedLetters, (letters) => letters.normalize('NFKC'))
