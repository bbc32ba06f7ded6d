import { type InvalidLine, nonRequestLine } from './log-entry.ts'
import type { LogShape, TextLines } from './log-shapes.ts'
import { utf8 } from './log-text.ts'
import { detectDelimiter, splitFields } from './split-fields.ts'

export type LogRecord = Record<string, unknown>

/** Names the values of a line. Headers apply to the lines after them. */
export type Splitter = (line: string) => { record: LogRecord } | typeof nonRequestLine | InvalidLine

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
export function parseObject(line: string): LogRecord | undefined {
  try {
    const value: unknown = JSON.parse(utf8(line))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as LogRecord)
      : undefined
  } catch {
    return undefined
  }
}

/** Returns a field by name or by a dotted path. Undefined also for null, '' and '-'. */
export function fieldOf(record: LogRecord, name: string): unknown {
  let value = Object.hasOwn(record, name) ? record[name] : undefined
  if (value === undefined && name.includes('.')) {
    value = record
    for (const part of name.split('.'))
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as LogRecord)[part]
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
    const record: LogRecord = { ...pattern.exec(line)?.groups }
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
  const lists = columns.toSorted((one, other) => other.length - one.length)
  const expected = Object.entries(clues).map(([name, clue]) => [name, new RegExp(clue)] as const)
  return (line) => {
    if (line.startsWith('#')) return nonRequestLine
    const delimiter = given ?? detectDelimiter(line)
    const values = splitFields(line.trimEnd(), delimiter, delimiter === ' ')
    let wrong = `${values.length} columns where the format has ${lists.at(-1)?.length}`
    for (const names of lists.filter(({ length }) => length <= values.length)) {
      const record = Object.fromEntries(names.map((name, at) => [name, values[at]]))
      const unlike = expected.find(([name, clue]) => !clue.test(record[name] ?? ''))
      if (unlike === undefined) return { record }
      wrong = `the column ${unlike[0]} has an unexpected value`
    }
    return { problem: wrong }
  }
}

/** W3C Extended Log File Format: `#Fields` names the columns and may appear again with others. */
function createFieldsSplitter(): Splitter {
  let names: string[] = []
  let date: string | undefined
  return (line) => {
    if (line.startsWith('#')) {
      const colon = line.indexOf(':')
      const value = line.slice(colon + 1).trim()
      const header = line.slice(1, colon).toLowerCase()
      if (header === 'date') date = value.slice(0, '2000-10-10'.length)
      if (header === 'fields') names = value.toLowerCase().split(/\s+/)
      return nonRequestLine
    }
    if (names.length === 0) return noFields
    const hasTabs = line.includes('\t')
    return named(names, splitFields(hasTabs ? line : line.trimEnd(), hasTabs ? '\t' : ' '), '#Fields', {
      date,
    })
  }
}

/** The first line names the columns; joined files repeat it. */
function createNamesSplitter({ delimiter: given, required }: TextLines, marks: readonly string[]): Splitter {
  let names: string[] | undefined
  let header = ''
  return (line) => {
    if (line.startsWith('#') || (names !== undefined && line === header)) return nonRequestLine
    const delimiter = given ?? detectDelimiter(names === undefined ? line : header)
    const values = splitFields(line, delimiter)
    if (names !== undefined) return named(names, values, 'the header')
    const found = values.map((name) => name.trim())
    const missing = required?.find((name) => !found.includes(name))
    if (missing !== undefined)
      return { problem: `the first line names no column "${missing}", only ${shortList(found)}` }
    if (required === undefined && !marks.some((mark) => found.includes(mark))) return noHeader
    header = line
    names = found
    return nonRequestLine
  }
}

const shortList = (names: readonly string[]) => names.join(', ').slice(0, 300)

function named(names: readonly string[], values: readonly string[], where: string, more: LogRecord = {}) {
  if (values.length !== names.length)
    return { problem: `${values.length} columns where ${where} names ${names.length}` }
  return { record: { ...more, ...Object.fromEntries(names.map((name, at) => [name, values[at]])) } }
}
