import type { Block } from '../extracted.ts'

/** A part of a document that is found, and shown, as one. */
export interface Passage {
  /** The headings that it stands below, from the highest. */
  headings: string[]
  text: string
  page: number | undefined
}

/** A heading stands in each passage below it: what is longer is taken for a paragraph. */
const maxHeadingLength = 200
/** Passages are filled up to about so many characters, where their section is as long. */
const usualLength = 900
/** A paragraph longer than this is divided between its sentences. */
const longest = 1500
/** A section shorter than this joins the passage before it, where both are below the same heading and on one page. */
const short = 150

interface Heading {
  level: number
  text: string
  page: number | undefined
  /** Whether a passage stands below it. */
  isUsed: boolean
}

/**
 * Cuts a document along its structure: a passage never reaches over a heading, but for very short sections, and
 * begins anew on each page. Headings that nothing stands below, as on slides and landing pages, are passages themselves.
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
    for (const { text: piece, at: place } of pieces(text)) {
      // A long paragraph may end pages after it began.
      const page = block.turns?.findLast(({ at }) => at <= place)?.page ?? block.page
      if (open !== undefined && page === open.page && open.text.length + piece.length <= usualLength) {
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

/** A last piece of a few words goes with what it follows. */
function joinShort(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = []
  for (const passage of passages) {
    const last = joined.at(-1)
    const belongs = last?.page === passage.page && last?.headings.join('\n') === passage.headings.join('\n')
    if (belongs && passage.text.length < short && last.text.length + passage.text.length < longest)
      last.text += `\n${passage.text}`
    else joined.push({ ...passage })
  }
  return joined
}

/** Parts of a paragraph, and where in it they begin. */
function pieces(text: string): { text: string; at: number }[] {
  if (text.length <= longest) return [{ text, at: 0 }]
  const result: { text: string; at: number }[] = []
  for (const sentence of [...sentences.segment(text)].flatMap(({ segment, index }) => cut(segment, index))) {
    const last = result.at(-1)
    if (last !== undefined && last.text.length + sentence.text.length < usualLength)
      last.text += ` ${sentence.text}`
    else result.push(sentence)
  }
  return result
}

/** What has no sentences, such as a table of numbers, is cut where a word ends. */
function cut(sentence: string, index: number): { text: string; at: number }[] {
  const result: { text: string; at: number }[] = []
  let at = index + sentence.length - sentence.trimStart().length
  let rest = sentence.trim()
  while (rest.length > longest) {
    const space = rest.lastIndexOf(' ', longest)
    // Never between the two halves of one letter.
    const inLetters = /[\ud800-\udbff]/.test(rest.charAt(longest - 1)) ? longest - 1 : longest
    const end = space > longest / 2 ? space : inLetters
    result.push({ text: rest.slice(0, end), at })
    rest = rest.slice(end)
    at += end
  }
  return rest === '' ? result : [...result, { text: rest, at }]
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

export const sentencesOf = (text: string): string[] =>
  [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '')
