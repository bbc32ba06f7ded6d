import type { Block } from '../extracted.ts'
import { type Line, mostOf } from './pdf-lines.ts'

const maxHeadingLength = 200
/** Minimum ratio of a heading's letter size to the body text. */
const headingRatio = 1.12
const maxLevels = 6

/** On a shorter page, such as a slide, text rarely continues on the next page. */
const fewCharacters = 800

/** Joins lines to paragraphs and headings. Detects headings by their letter size. */
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
      // Append only: a block can have as many lines as the document.
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

/** Returns a function that tells whether a line continues the block that ends with `last`. */
function flowOf(lines: readonly Line[]): (last: Line, line: Line, level: number | undefined) => boolean {
  const leading = typicalLeading(lines)
  const characters = new Map<number, number>()
  for (const { page, text } of lines) characters.set(page, (characters.get(page) ?? 0) + text.length)
  return (last, line, level) => {
    const down = last.y - line.y
    if (level !== undefined) return last.page === line.page && down < line.size * 2
    if (/^([•●▪◦*–-]|\d{1,2}[.)])\s/.test(line.text)) return false
    // An unfinished sentence continues in the next column or page; a finished one ends its paragraph.
    const isFinished = /[.!?:]["”’)]?$/.test(last.text)
    if (last.page === line.page) return down < 0 ? !isFinished : down <= leading * 1.35
    const isShort = (characters.get(last.page) ?? 0) < fewCharacters
    return !isFinished && (!isShort || /[,-]$/.test(last.text) || /^\p{Ll}/u.test(line.text))
  }
}

/** The most frequent distance between consecutive lines. */
function typicalLeading(lines: readonly Line[]): number {
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
    const rank = sizes.indexOf(rounded(line))
    const isHeading = rank !== -1 && line.text.length <= maxHeadingLength && /\p{L}/u.test(line.text)
    return isHeading ? Math.min(rank + 1, maxLevels) : undefined
  }
}

const wordBefore = /[\p{L}\p{N}]+(?=-$)/u
const wordAfter = /^[\p{L}\p{N}]+/u

/**
 * Returns a function that prepares a line's text for joining with the next line. Removes a trailing hyphen if the
 * document has the word without it, or does not have the compound.
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
