import type { Block } from '../extraction/extracted.ts'

/** A part of a document that is found, and shown, as one. */
export interface Passage {
  /** The headings that it stands below, from the highest. */
  headings: string[]
  text: string
  page: number | undefined
}

/** Passages are filled up to about so many characters, where their section is as long. */
const usualLength = 900
/** A paragraph longer than this is divided between its sentences. */
const longest = 1500
/** A section shorter than this joins the passage before it, where both are below the same heading. */
const short = 150

/** Cuts a document along its structure: a passage never reaches over a heading, but for very short sections. */
export function passagesOf(blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = []
  let path: { level: number; text: string }[] = []
  let open: Passage | undefined
  for (const block of blocks) {
    const { text, level } = block
    if (level !== undefined) {
      path = [...path.filter((heading) => heading.level < level), { level, text }]
      open = undefined
      continue
    }
    for (const { text: piece, at: place } of pieces(text)) {
      // A long paragraph may end pages after it began.
      const page = block.turns?.findLast(({ at }) => at <= place)?.page ?? block.page
      if (open !== undefined && open.text.length + piece.length <= usualLength) {
        open.text += `\n${piece}`
        continue
      }
      open = { headings: path.map((heading) => heading.text), text: piece, page }
      passages.push(open)
    }
  }
  // A document of headings alone is found by them.
  return passages.length > 0
    ? joinShort(passages)
    : blocks.map(({ text, page }) => ({ headings: [], text, page }))
}

/** A last piece of a few words goes with what it follows. */
function joinShort(passages: readonly Passage[]): Passage[] {
  const joined: Passage[] = []
  for (const passage of passages) {
    const last = joined.at(-1)
    const belongs = last !== undefined && last.headings.join('\n') === passage.headings.join('\n')
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
    const end = space > longest / 2 ? space : longest
    result.push({ text: rest.slice(0, end).toWellFormed(), at })
    rest = rest.slice(end)
    at += end
  }
  return rest === '' ? result : [...result, { text: rest, at }]
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

export const sentencesOf = (text: string): string[] =>
  [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '')
