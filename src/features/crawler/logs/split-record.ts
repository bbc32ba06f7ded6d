import { type InvalidLine, nonRequestLine } from './log-entry.ts'
import type { LogShape, TextLines } from './log-shapes.ts'
import { isAscii, isEscaped, unescaped, utf8 } from './log-text.ts'

/**
 * Splits a line at a delimiter, in linear time. Fields in quotes may contain it; they double or escape their own
 * quotes.
 * @param line bytes as latin1; the fields are decoded as UTF-8
 * @param hasBrackets whether fields in brackets may contain the delimiter too
 */
function splitFields(line: string, delimiter: string, hasBrackets = false): string[] {
  const decoded = isAscii(line) ? (fields: string[]) => fields : (fields: string[]) => fields.map(utf8)
  if (!hasBrackets && !line.includes('"')) return decoded(line.split(delimiter))
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
  return decoded(fields)
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
function detectDelimiter(line: string): string {
  const counts = delimiters.map((delimiter) => splitFields(line, delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] as string
}

type JsonRecord = Record<string, unknown>

/** Values by column. Making an object of each line would take a large part of the time of reading it. */
interface ColumnRecord {
  values: readonly string[]
  columns: ReadonlyMap<string, number>
}

export type LogRecord = JsonRecord | ColumnRecord

const isOfColumns = (record: LogRecord): record is ColumnRecord => record.columns instanceof Map

/** The names of all fields. */
export const namesIn = (record: LogRecord) => (isOfColumns(record) ? [...record.columns.keys()] : Object.keys(record))

/** Names the values of a line. Headers apply to the lines after them. */
type Splitter = (line: string) => { record: LogRecord } | typeof nonRequestLine | InvalidLine

const notJson: InvalidLine = { problem: 'not a JSON object' }
const noHeader: InvalidLine = { problem: 'no line with the names of the columns before it' }
const noFields: InvalidLine = { problem: 'no #Fields line before it' }

export function createSplitter(shape: LogShape): Splitter {
  const { text } = shape
  const splitText = text === undefined ? undefined : createTextSplitter(text, shape.marks)
  const isNeverJson = text?.columns !== undefined || text?.pattern !== undefined
  return (line) => {
    if (splitText !== undefined && (isNeverJson || !line.startsWith('{'))) return splitText(line)
    if (line.startsWith('#')) return nonRequestLine
    const record = parseObject(line)
    if (record === undefined) return notJson
    // Splunk's collectors take the fields of a line in an envelope.
    return { record: typeof record.event === 'object' ? { ...record, ...record.event } : record }
  }
}

/** The JSON object in a line, or undefined. */
export function parseObject(line: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(utf8(line))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined
  } catch {
    return undefined
  }
}

/** Returns a field by name or by a dotted path. Undefined also for null, '' and '-'. */
export function fieldOf(record: LogRecord, name: string): unknown {
  if (isOfColumns(record)) {
    const value = record.values[record.columns.get(name) ?? -1]
    return value === '' || value === '-' ? undefined : value
  }
  let value = Object.hasOwn(record, name) ? record[name] : undefined
  if (value === undefined && name.includes('.')) {
    value = record
    for (const part of name.split('.'))
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as JsonRecord)[part]
          : undefined
  }
  return value === null || value === '' || value === '-' ? undefined : value
}

function createTextSplitter(text: TextLines, marks: readonly string[]): Splitter {
  const { pattern, columns } = text
  if (pattern !== undefined) return createPatternSplitter(new RegExp(pattern))
  if (columns !== undefined) return createColumnSplitter(text, columns)
  return text.header === 'fields' ? createFieldsSplitter() : createNamesSplitter(text, marks)
}

/** HAProxy names neither the headers that it captures nor their order. */
function createPatternSplitter(pattern: RegExp): Splitter {
  return (line) => {
    const record: JsonRecord = { ...pattern.exec(line)?.groups }
    if (Object.keys(record).length === 0) return { problem: 'does not match the format' }
    const captures = typeof record.captures === 'string' ? record.captures.split('|') : []
    for (const capture of captures.map((text) => utf8(text.replace(/#([0-9a-f]{2})/gi, characterOf)))) {
      const isHost = /^[\w.-]+\.[a-z]{2,}(?::\d+)?$/i.test(capture)
      record[/^https?:\/\//i.test(capture) ? 'referer' : isHost ? 'host' : 'user_agent'] ??= capture
    }
    return { record }
  }
}

const characterOf = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

function createColumnSplitter(
  { delimiter: given, clues = {} }: TextLines,
  columns: readonly (readonly string[])[],
): Splitter {
  const lists = columns
    .toSorted((one, other) => other.length - one.length)
    .map((names) => ({ names, places: placesOf(names) }))
  const expected = Object.entries(clues).map(([name, clue]) => [name, new RegExp(clue)] as const)
  return (line) => {
    if (line.startsWith('#')) return nonRequestLine
    const delimiter = given ?? detectDelimiter(line)
    const values = splitFields(line.trimEnd(), delimiter, delimiter === ' ')
    let wrong = `${values.length} columns where the format has ${lists.at(-1)?.names.length}`
    for (const { names, places } of lists) {
      if (names.length > values.length) continue
      const unlike = expected.find(([name, clue]) => !clue.test(values[places.get(name) ?? -1] ?? ''))
      if (unlike === undefined) return { record: { values, columns: places } }
      wrong = `the column ${unlike[0]} has an unexpected value`
    }
    return { problem: wrong }
  }
}

/** W3C Extended Log File Format: `#Fields` names the columns and may appear again with others. */
function createFieldsSplitter(): Splitter {
  let columns = placesOf([])
  let count = 0
  let date: string | undefined
  return (line) => {
    if (line.startsWith('#')) {
      const colon = line.indexOf(':')
      const value = line.slice(colon + 1).trim()
      const header = line.slice(1, colon).toLowerCase()
      if (header === 'date') date = value.slice(0, '2000-10-10'.length)
      if (header === 'fields') {
        const names = value.toLowerCase().split(/\s+/)
        count = names.length
        // The header's date is that of lines without one.
        columns = placesOf(names.includes('date') ? names : [...names, 'date'])
      }
      return nonRequestLine
    }
    if (count === 0) return noFields
    const hasTabs = line.includes('\t')
    const values = splitFields(hasTabs ? line : line.trimEnd(), hasTabs ? '\t' : ' ')
    if (values.length !== count) return { problem: `${values.length} columns where #Fields names ${count}` }
    if (date !== undefined) values.push(date)
    return { record: { values, columns } }
  }
}

/** The first line names the columns; joined files repeat it. */
function createNamesSplitter({ delimiter: given, required }: TextLines, marks: readonly string[]): Splitter {
  let columns: ReadonlyMap<string, number> | undefined
  let count = 0
  let header = ''
  return (line) => {
    if (line.startsWith('#') || (columns !== undefined && line === header)) return nonRequestLine
    const delimiter = given ?? detectDelimiter(columns === undefined ? line : header)
    const values = splitFields(line, delimiter)
    if (columns !== undefined)
      return values.length === count
        ? { record: { values, columns } }
        : { problem: `${values.length} columns where the header names ${count}` }
    const found = values.map((name) => name.trim())
    const missing = required?.find((name) => !found.includes(name))
    if (missing !== undefined)
      return { problem: `the first line names no column "${missing}", only ${shortList(found)}` }
    if (required === undefined && !marks.some((mark) => found.includes(mark))) return noHeader
    header = line
    columns = placesOf(found)
    count = found.length
    return nonRequestLine
  }
}

const shortList = (names: readonly string[]) => names.join(', ').slice(0, 300)

const placesOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, place) => [name, place]))
