import type { Block } from './extracted.ts'
import { type Line, mostOf } from './pdf-lines.ts'

const longestHeading = 200
/** Letters this much larger than those of most of the text make a heading. */
const headingRatio = 1.12
const mostLevels = 6

/** Puts lines together to paragraphs and headings, which are told by the size of their letters. */
export function blocksOf(lines: readonly Line[]): Block[] {
  const levelOf = headingLevels(lines)
  const join = joiner(lines)
  const leading = usualLeading(lines)
  const blocks: (Block & { last: Line })[] = []
  for (const line of lines) {
    const level = levelOf(line)
    const block = blocks.at(-1)
    if (block !== undefined && block.level === level && continues(block.last, line, leading, level)) {
      block.text = join(block.text, line.text)
      if (line.page !== block.last.page) {
        block.turns ??= []
        block.turns.push({ at: block.text.length - line.text.length, page: line.page })
      }
      block.last = line
    } else {
      blocks.push({ text: line.text, page: line.page, ...(level === undefined ? {} : { level }), last: line })
    }
  }
  return blocks.map(({ last: _last, ...block }) => block)
}

function continues(last: Line, line: Line, leading: number, level: number | undefined): boolean {
  const down = last.y - line.y
  if (level !== undefined) return last.page === line.page && down < line.size * 2
  // A sentence goes on over the end of a page or column; a finished one is taken for the end of its paragraph.
  if (last.page !== line.page || down < 0) return !/[.!?:]["”’)]?$/.test(last.text)
  if (down > leading * 1.35) return false
  return !/^([•●▪◦*–-]|\d{1,2}[.)])\s/.test(line.text)
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
    const isHeading = place !== -1 && line.text.length <= longestHeading && /\p{L}/u.test(line.text)
    return isHeading ? Math.min(place + 1, mostLevels) : undefined
  }
}

const wordBefore = /[\p{L}\p{N}]+(?=-$)/u
const wordAfter = /^[\p{L}\p{N}]+/u

/**
 * Joins lines. A hyphen at the end goes where the word stands elsewhere without it, or nowhere with it; a word of which
 * nothing is known is taken for one that was divided.
 */
function joiner(lines: readonly Line[]): (text: string, next: string) => string {
  const words = new Set<string>()
  for (const { text } of lines)
    for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) words.add(word.toLowerCase())
  return (text, next) => {
    const [before] = wordBefore.exec(text.slice(-60)) ?? []
    const [after] = wordAfter.exec(next) ?? []
    if (before === undefined || after === undefined)
      return /[/-]$/.test(text) ? text + next : `${text} ${next}`
    const [divided, compound] = [`${before}${after}`.toLowerCase(), `${before}-${after}`.toLowerCase()]
    const isDivided = words.has(divided) || (!words.has(compound) && /^\p{Ll}/u.test(after))
    return isDivided ? text.slice(0, -1) + next : text + next
  }
}
