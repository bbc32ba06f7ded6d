/** The content start of a line, and the meaning of its marks. */
export interface LineStart {
  content: number
  /** Whether a block starts here: after an empty line or a rule, at a list item, heading or quote. */
  isBlock: boolean
  isHeading: boolean
}

const bullets = '-*+•▪◦‣●'

/**
 * Reads the marks at the start of the line at `from`: quotes, list items, tasks and headings. Skips empty
 * lines and rules before them. Does not detect indented code, as models indent lists.
 * @param mayBeRule false if the line's end is unknown
 */
export function readLineStart(source: string, from: number, mayBeRule = true): LineStart {
  const line: LineStart = { content: from, isBlock: false, isHeading: false }
  let isFirst = mayBeRule
  while (line.content < source.length) {
    line.content = skipBlanks(source, line.content)
    const char = source.charAt(line.content)
    // Only before all other marks, so that a line of marks is scanned once.
    const ruleEnd = isFirst && '-*_='.includes(char) ? endOfRule(source, line.content) : -1
    if (ruleEnd >= 0) line.content = ruleEnd
    else if (char === '>') line.content++
    else if (char !== '\n' && char !== '\r') {
      const end = endOfMark(source, line)
      if (end === line.content || line.isHeading) {
        line.content = skipBlanks(source, end)
        return line
      }
      line.content = end
    }
    const isLineEnd = char === '\n' || char === '\r'
    if (isLineEnd) line.content++
    isFirst = isLineEnd || (isFirst && char === '>')
    line.isBlock = true
  }
  return line
}

function skipBlanks(source: string, from: number): number {
  let i = from
  while (source.charCodeAt(i) === 0x20 || source.charCodeAt(i) === 0x09) i++
  return i
}

function isBlankAt(source: string, index: number): boolean {
  return index >= source.length || /[ \t\r\n]/.test(source.charAt(index))
}

/** The end of a line of 2 or more `-` or `=`, or 3 or more `*` or `_` (rule or heading underline), or -1. */
function endOfRule(source: string, from: number): number {
  const mark = source.charAt(from)
  let count = 0
  let i = from
  for (; i < source.length && source.charAt(i) !== '\n'; i++) {
    const char = source.charAt(i)
    if (char === mark) count++
    else if (char !== ' ' && char !== '\t' && char !== '\r') return -1
  }
  return count >= (mark === '-' || mark === '=' ? 2 : 3) ? i : -1
}

/** The end of the list item or heading mark at `line.content`; `line.content` if there is none. */
function endOfMark(source: string, line: LineStart): number {
  const at = line.content
  const char = source.charAt(at)
  if (bullets.includes(char) && isBlankAt(source, at + 1)) return endOfTaskBox(source, at + 1)
  if (char === '#') {
    let end = at + 1
    while (source.charAt(end) === '#') end++
    if (end - at > 6 || !isBlankAt(source, end)) return at
    line.isBlock = true
    line.isHeading = true
    return end
  }
  let end = at
  while (end - at < 9 && source.charCodeAt(end) >= 0x30 && source.charCodeAt(end) <= 0x39) end++
  const isNumber = end > at && /^[.)][ \t]/.test(source.slice(end, end + 2))
  return isNumber ? endOfTaskBox(source, end + 1) : at
}

function endOfTaskBox(source: string, from: number): number {
  const box = skipBlanks(source, from)
  return /^\[[ xX]\]\s$/.test(source.slice(box, box + 4)) ? box + 3 : from
}

export interface Fence {
  mark: string
  length: number
  /** Index of the first line of code. */
  content: number
}

/** Reads the fence of a code block at `at`, with its info string. */
export function readFence(source: string, at: number): Fence | undefined {
  const mark = source.charAt(at)
  if (mark !== '`' && mark !== '~') return undefined
  let end = at
  while (source.charAt(end) === mark) end++
  if (end - at < 3) return undefined
  const lineEnd = source.indexOf('\n', end)
  // A code span on its own line.
  if (mark === '`' && source.slice(end, lineEnd === -1 ? undefined : lineEnd).includes('`')) return undefined
  return { mark, length: end - at, content: lineEnd === -1 ? source.length : lineEnd + 1 }
}

/** Whether the line from `from` to `to` closes a code block. */
export function closesFence(source: string, from: number, to: number, fence: Fence): boolean {
  const start = skipBlanks(source, from)
  let end = start
  while (end < to && source.charAt(end) === fence.mark) end++
  return end - start >= fence.length && skipBlanks(source, end) >= to - (source.charAt(to - 1) === '\r' ? 1 : 0)
}

/** Whether the line at `from` separates a table's head from its rows: `|---|:--:|`. */
export function isDelimiterRow(source: string, from: number): boolean {
  let hasPipe = false
  let hasDash = false
  for (let i = from; i < source.length && source.charAt(i) !== '\n'; i++) {
    const char = source.charAt(i)
    if (char === '|') hasPipe = true
    else if (char === '-') hasDash = true
    else if (!': \t\r>'.includes(char)) return false
  }
  return hasPipe && hasDash
}

/**
 * The start of a list item, heading or rule within a line, in answers whose line breaks became spaces: at its
 * mark between spaces, with two or more of them on one side.
 */
export const lostLineStart =
  /(?<= {2})(?:[*+•-]|\d{1,3}[.)]|#{1,6}|-{3,})(?= )|(?<= )[*+-](?= {2})|(?<=[.:!?)] )\d{1,3}[.)](?= {2})/g

const countBefore = /(?:^|[\r\n])[ \t]*\+\d{1,3}[ \t]*$/
const countBehind = /(?:[^\r\n]{1,60}\r?\n[ \t]*)?\+\d{1,3}[ \t]*(?=[\r\n]|$)/y

/**
 * Whether the line that ends at `end` or starts at `next` belongs to a source chip in a copy of an engine's
 * page: the source's name, and below it the number of further sources (`+2`). They are not part of a
 * sentence.
 */
export function isBesideChip(source: string, end: number, next: number): boolean {
  countBehind.lastIndex = next
  return countBehind.test(source) || countBefore.test(source.slice(Math.max(end - 8, 0), end))
}
