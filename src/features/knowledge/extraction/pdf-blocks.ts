import type { Block } from '../extracted.ts'
import { type Line, mostOf } from './pdf-lines.ts'

const maxHeadingLength = 200
/** Letters this much larger than those of most of the text make a heading. */
const headingRatio = 1.12
const maxLevels = 6

/** A page with fewer characters than this, such as a slide, is a whole of its own: the next one begins anew. */
const fewCharacters = 800

/** Puts lines together to paragraphs and headings, which are told by the size of their letters. */
export function blocksOf(lines: readonly Line[]): Block[] {
  const levelOf = headingLevels(lines)
  const continues = flowOf(lines)
  const beforeNext = joiner(lines)
  const blocks: { level: number | undefined; lines: [Line, ...Line[]] }[] = []
  for (const line of lines) {
    const level = levelOf(line)
    const block = blocks.at(-1)
    const last = block?.lines.at(-1)
    if (block !== undefined && last !== undefined && block.level === level && continues(last, line, level))
      block.lines.push(line)
    else blocks.push({ level, lines: [line] })
  }
  return blocks.map(({ level, lines: [first, ...others] }) => {
    let text = ''
    let last = first
    const turns: { at: number; page: number }[] = []
    for (const line of others) {
      // What was put together is not read again: a block may have as many lines as the document.
      text += beforeNext(last.text, line.text)
      if (line.page !== last.page) turns.push({ at: text.length, page: line.page })
      last = line
    }
    return {
      text: text + last.text,
      page: first.page,
      ...(level === undefined ? {} : { level }),
      ...(turns.length === 0 ? {} : { turns }),
    }
  })
}

/** Tells whether a line goes on with the paragraph or heading whose last line is given. */
function flowOf(lines: readonly Line[]): (last: Line, line: Line, level: number | undefined) => boolean {
  const leading = usualLeading(lines)
  const characters = new Map<number, number>()
  for (const { page, text } of lines) characters.set(page, (characters.get(page) ?? 0) + text.length)
  return (last, line, level) => {
    const down = last.y - line.y
    if (level !== undefined) return last.page === line.page && down < line.size * 2
    if (/^([•●▪◦*–-]|\d{1,2}[.)])\s/.test(line.text)) return false
    // A sentence goes on over the end of a page or column; a finished one is taken for the end of its paragraph.
    const isFinished = /[.!?:]["”’)]?$/.test(last.text)
    if (last.page === line.page) return down < 0 ? !isFinished : down <= leading * 1.35
    const isShort = (characters.get(last.page) ?? 0) < fewCharacters
    return !isFinished && (!isShort || /[,-]$/.test(last.text) || /^\p{Ll}/u.test(line.text))
  }
}

/** The most frequent distance between lines that follow each other. */
function usualLeading(lines: readonly Line[]): number {
  const distances = new Map<number, number>()
  lines.forEach((line, index) => {
    const last = lines[index - 1]
    const down = last === undefined || last.page !== line.page ? 0 : Math.round((last.y - line.y) * 2) / 2
    if (down > 0) distances.set(down, (distances.get(down) ?? 0) + 1)
  })
  return distances.size === 0 ? 12 : mostOf(distances)
}

function headingLevels(lines: readonly Line[]): (line: Line) => number | undefined {
  const rounded = ({ size }: Line) => Math.round(size * 2) / 2
  const letters = new Map<number, number>()
  for (const line of lines) letters.set(rounded(line), (letters.get(rounded(line)) ?? 0) + line.text.length)
  const body = mostOf(letters)
  const sizes = [...letters.keys()].filter((size) => size >= body * headingRatio).sort((a, b) => b - a)
  return (line) => {
    const place = sizes.indexOf(rounded(line))
    const isHeading = place !== -1 && line.text.length <= maxHeadingLength && /\p{L}/u.test(line.text)
    return isHeading ? Math.min(place + 1, maxLevels) : undefined
  }
}

const wordBefore = /[\p{L}\p{N}]+(?=-$)/u
const wordAfter = /^[\p{L}\p{N}]+/u

/**
 * Gives a line's text as it stands before the next one's. A hyphen at the end goes where the word stands elsewhere without
 * it, or nowhere with it; a word of which nothing is known is taken for one that was divided.
 */
function joiner(lines: readonly Line[]): (text: string, next: string) => string {
  const words = new Set<string>()
  for (const { text } of lines)
    for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) words.add(word.toLowerCase())
  return (text, next) => {
    const [before] = wordBefore.exec(text.slice(-60)) ?? []
    const [after] = wordAfter.exec(next) ?? []
    if (before === undefined || after === undefined) return /[/-]$/.test(text) ? text : `${text} `
    const [divided, compound] = [`${before}${after}`.toLowerCase(), `${before}-${after}`.toLowerCase()]
    const isDivided = words.has(divided) || (!words.has(compound) && /^\p{Ll}/u.test(after))
    return isDivided ? text.slice(0, -1) : text
  }
}
