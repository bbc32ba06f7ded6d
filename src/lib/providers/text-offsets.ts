import { Buffer } from 'node:buffer'
import type { TextRange } from './provider-answer.ts'

/** Maximum length of a citation mark. */
const maxMarkLength = 20_000

/** Converts offsets into one text from the units of a provider. */
export interface TextOffsets {
  text: string
  /** The UTF-16 range of a UTF-8 byte range; undefined if an end splits a character or is past the text. */
  ofBytes: (start: number, end: number) => TextRange | undefined
  /** The UTF-16 range of a code point range; undefined if it is not within the text. */
  ofCodePoints: (start: number, end: number) => TextRange | undefined
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length

/** Create it once per text; it caches its tables. */
export function textOffsets(text: string): TextOffsets {
  let ofBytes: Int32Array | undefined
  let ofCodePoints: Int32Array | undefined
  const within = (units: Int32Array | undefined, start: number, end: number) => {
    const from = units === undefined ? start : units[start]
    const to = units === undefined ? end : units[end]
    if (from === undefined || to === undefined || from < 0 || to > text.length || from >= to) return undefined
    return Number.isInteger(start) && Number.isInteger(end) ? { start: from, end: to } : undefined
  }
  const ascii = isAscii(text)
  return {
    text,
    ofBytes: (start, end) => {
      if (!ascii) ofBytes ??= unitsByByte(text)
      return within(ofBytes, start, end)
    },
    ofCodePoints: (start, end) => {
      if (!ascii) ofCodePoints ??= unitsByCodePoint(text)
      return within(ofCodePoints, start, end)
    },
  }
}

/** The UTF-16 index of each byte that starts a character, -1 for other bytes, and of the end. */
function unitsByByte(text: string): Int32Array {
  const units = new Int32Array(Buffer.byteLength(text) + 1).fill(-1)
  let byte = 0
  let unit = 0
  for (const character of text) {
    units[byte] = unit
    byte += Buffer.byteLength(character)
    unit += character.length
  }
  units[byte] = unit
  return units
}

function unitsByCodePoint(text: string): Int32Array {
  const units = new Int32Array(text.length + 1).fill(-1)
  let index = 0
  let unit = 0
  for (const character of text) {
    units[index] = unit
    index += 1
    unit += character.length
  }
  units[index] = unit
  return units
}

/**
 * The range of a link in UTF-16 units or code points: the one that contains the page's URL or title.
 * @returns undefined if neither does, or if both do and the unit is ambiguous
 */
export function linkRange(
  offsets: TextOffsets,
  start: number,
  end: number,
  page: { url: string; title: string },
): TextRange | undefined {
  const { text } = offsets
  const holds = (range: TextRange | undefined) => {
    if (range === undefined || range.end > text.length || range.end - range.start > maxMarkLength) return false
    const marked = text.slice(range.start, range.end)
    return marked.includes(page.url) || (page.title !== '' && marked.includes(page.title))
  }
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start)) return undefined
  const units = { start, end }
  const points = offsets.ofCodePoints(start, end)
  if (points?.start === start && points.end === end) return holds(units) ? units : undefined
  const [first, second] = [units, points].filter((range) => range !== undefined && holds(range))
  if (second === undefined) return first
  const [only, other] = [units, points].filter((range) => range !== undefined && isWholeMark(text, range))
  return other === undefined ? only : undefined
}

/** Whether a range covers a whole link. */
function isWholeMark(text: string, { start, end }: TextRange): boolean {
  return /[([h]/.test(text.charAt(start)) && !/[\s([]/.test(text.charAt(end - 1)) && !/[)\]]/.test(text.charAt(end))
}

/** Whether a range starts and ends at word boundaries. */
export function isWordRange(text: string, { start, end }: TextRange): boolean {
  const within = (at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && /[\p{L}\p{N}]/u.test(text.charAt(at))
  return !within(start) && !within(end)
}

/** The first range of each mark like `[3]`, by its number. */
export function numberMarks(text: string): Map<number, TextRange> {
  const marks = new Map<number, TextRange>()
  for (const { 0: mark, 1: number, index } of text.matchAll(/\[(\d{1,3})\]/g))
    if (!marks.has(Number(number))) marks.set(Number(number), { start: index, end: index + mark.length })
  return marks
}
