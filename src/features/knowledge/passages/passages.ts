import type { Block } from '../extracted.ts'

/** The unit of search in a document. */
export interface Passage {
  /** Headings above it, highest first. */
  headings: string[]
  text: string
  page: number | undefined
}

/** Headings repeat in every passage below them, so longer ones count as paragraphs. */
const maxHeadingLength = 200
/** Target length of a passage, if its section is long enough. */
const targetLength = 900
/** Longer paragraphs are split at sentences. */
const maxLength = 1500
/** Shorter passages join the previous one, if heading and page are the same. */
const minLength = 150

interface Heading {
  level: number
  text: string
  page: number | undefined
  /** Whether it has a passage. */
  isUsed: boolean
}

/**
 * Splits a document along its structure: a passage does not cross a heading or page, except very short ones. Headings
 * without text below, as on slides and landing pages, become passages.
 */
export function passagesOf(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = []
  let path: Heading[] = []
  let open: Passage | undefined
  function leave(level: number): void {
    const last = path.findLastIndex((heading) => heading.level >= level && !heading.isUsed)
    if (last !== -1) {
      const { text, page } = path[last] as Heading
      passages.push({ headings: textsOf(path.slice(0, last)), text, page })
      for (const heading of path) heading.isUsed = true
    }
    path = path.filter((heading) => heading.level < level)
  }
  for (const block of blocks) {
    const { text, level } = block
    if (level !== undefined && text.length <= maxHeadingLength) {
      leave(level)
      path.push({ level, text, page: block.page, isUsed: false })
      open = undefined
      continue
    }
    for (const heading of path) heading.isUsed = true
    for (const { text: piece, at: offset } of pieces(text)) {
      // A long paragraph can span pages.
      const page = block.turns?.findLast(({ at }) => at <= offset)?.page ?? block.page
      if (open !== undefined && page === open.page && open.text.length + piece.length <= targetLength) {
        open.text += `\n${piece}`
        continue
      }
      open = { headings: textsOf(path), text: piece, page }
      passages.push(open)
    }
  }
  leave(0)
  return joinShort(passages)
}

const textsOf = (path: readonly Heading[]) => path.map(({ text }) => text)

/** Joins short last pieces to the previous passage. */
function joinShort(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = []
  for (const passage of passages) {
    const last = joined.at(-1)
    const belongs = last?.page === passage.page && last?.headings.join('\n') === passage.headings.join('\n')
    if (belongs && passage.text.length < minLength && last.text.length + passage.text.length < maxLength)
      last.text += `\n${passage.text}`
    else joined.push({ ...passage })
  }
  return joined
}

/** Splits a paragraph into pieces with their offsets. */
function pieces(text: string): { text: string; at: number }[] {
  if (text.length <= maxLength) return [{ text, at: 0 }]
  const result: { text: string; at: number }[] = []
  for (const sentence of [...sentences.segment(text)].flatMap(({ segment, index }) => cut(segment, index))) {
    const last = result.at(-1)
    if (last !== undefined && last.text.length + sentence.text.length < targetLength) last.text += ` ${sentence.text}`
    else result.push(sentence)
  }
  return result
}

/** Splits text without sentences, such as a table of numbers, at word boundaries. */
function cut(sentence: string, index: number): { text: string; at: number }[] {
  const result: { text: string; at: number }[] = []
  let at = index + sentence.length - sentence.trimStart().length
  let rest = sentence.trim()
  while (rest.length > maxLength) {
    const space = rest.lastIndexOf(' ', maxLength)
    // Never split a surrogate pair.
    const inLetters = /[\ud800-\udbff]/.test(rest.charAt(maxLength - 1)) ? maxLength - 1 : maxLength
    const end = space > maxLength / 2 ? space : inLetters
    result.push({ text: rest.slice(0, end), at })
    rest = rest.slice(end)
    at += end
  }
  return rest === '' ? result : [...result, { text: rest, at }]
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

export const sentencesOf = (text: string): string[] =>
  [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '')
