import { isEscaped, unescaped, utf8 } from './log-text.ts'

/**
 * Splits a line at a delimiter, in linear time. Fields in quotes may contain it; they double or escape their own
 * quotes.
 * @param line bytes as latin1; the fields are decoded as UTF-8
 * @param hasBrackets whether fields in brackets may contain the delimiter too
 */
export function splitFields(line: string, delimiter: string, hasBrackets = false): string[] {
  if (!hasBrackets && !line.includes('"')) return line.split(delimiter).map(utf8)
  const fields: string[] = []
  /** Openings without an end in the rest of the line. */
  const unclosed = new Set<string>()
  for (let start = 0; start <= line.length; ) {
    const opening = line[start] ?? ''
    const isEnclosed = (opening === '"' || (opening === '[' && hasBrackets)) && !unclosed.has(opening)
    const close = isEnclosed ? endOfField(line, start, delimiter) : -1
    if (isEnclosed && close === -1) unclosed.add(opening)
    const next = close === -1 ? line.indexOf(delimiter, start) : close + 1
    const end = next === -1 ? line.length : next
    fields.push(close === -1 ? line.slice(start, end) : unquoted(line.slice(start + 1, close), delimiter))
    start = end + 1
  }
  return fields.map(utf8)
}

/** The offset of the quote or bracket before the next delimiter or the end of the line; -1 if missing. */
function endOfField(line: string, start: number, delimiter: string): number {
  const closing = line[start] === '"' ? '"' : ']'
  let end = line.indexOf(closing, start + 1)
  while (end !== -1) {
    const isDoubled = closing === '"' && line[end + 1] === '"'
    const isEnd = end + 1 === line.length || line[end + 1] === delimiter
    // In CSV, backslashes have no meaning.
    if (isEnd && !isDoubled && (delimiter !== ' ' || !isEscaped(line, end))) return end
    end = line.indexOf(closing, end + (isDoubled ? 2 : 1))
  }
  return -1
}

function unquoted(field: string, delimiter: string): string {
  const single = field.replaceAll('""', '"')
  return delimiter === ' ' ? unescaped(single) : single
}

const delimiters = ['\t', ',', ';', '|', ' ']

/** The delimiter that yields most fields. */
export function detectDelimiter(line: string): string {
  const counts = delimiters.map((delimiter) => splitFields(line, delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] as string
}
