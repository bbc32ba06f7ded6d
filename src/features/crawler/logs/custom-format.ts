import { invalidRequest } from '../../../lib/errors.ts'
import { createLineParser } from './line-parser.ts'
import { type InvalidLine, type LogEntry, type LogFormat, logFormats, nonRequestLine } from './log-entry.ts'
import type { LogShape } from './log-shapes.ts'

/** Delimiters by name, because a shell cannot easily pass a tab. */
const delimiters = { comma: ',', tab: '\t', semicolon: ';', pipe: '|', space: ' ' } as const

/** The fields of a request as a user names them, and in a shape. */
const shapeFields = {
  time: 'time',
  'user-agent': 'userAgent',
  path: 'target',
  query: 'query',
  method: 'request',
  status: 'status',
  bytes: 'bytes',
  referrer: 'referrer',
  address: 'address',
  host: 'host',
} as const

type FieldName = keyof typeof shapeFields

export const delimiterNames = Object.keys(delimiters) as (keyof typeof delimiters)[]

export const fieldNames = Object.keys(shapeFields) as FieldName[]

export const formatNames = [...logFormats, 'custom'] as const

export interface FormatInput {
  format?: LogFormat | 'custom' | undefined
  /** Such as `time=timestamp`. */
  fields?: readonly string[] | undefined
  delimiter?: keyof typeof delimiters | undefined
}

/**
 * The format that a user chose; undefined to detect it.
 * @throws ApiError invalid_request if the fields of a custom format are invalid
 */
export function readFormat({ format, fields, delimiter }: FormatInput): LogFormat | LogShape | undefined {
  if (format === 'custom') return customShape(fields ?? [], delimiter)
  if (fields === undefined && delimiter === undefined) return format
  throw invalidRequest('fields and delimiter: apply only to the format custom; set format to custom')
}

function customShape(fields: readonly string[], delimiter: FormatInput['delimiter']): LogShape {
  const columns = new Map<FieldName, string[]>(fieldNames.map((name) => [name, []]))
  for (const field of fields) {
    const [, name = '', column = ''] = /^([^=]*)=(?:\$\.)?(.+)$/s.exec(field) ?? []
    const known = columns.get(name as FieldName)
    if (known === undefined)
      throw invalidRequest(
        `fields: "${field.slice(0, 100)}" is not a field with its column, such as time=timestamp; the fields are ${fieldNames.join(', ')}`,
      )
    known.push(column)
  }
  for (const name of ['time', 'user-agent'] as const)
    if (columns.get(name)?.length === 0)
      throw invalidRequest(`fields: ${name} is missing; set it, such as ${name}=COLUMN`)
  const all = [...columns.values()].flat()
  const numbers = all.filter((column) => /^\d+$/.test(column))
  if (numbers.length > 0 && numbers.length < all.length)
    throw invalidRequest('fields: columns have numbers and names; use only one of both')
  if (numbers.some((number) => Number(number) < 1 || Number(number) > 1000))
    throw invalidRequest('fields: column numbers are from 1 to 1000')
  return {
    ...(Object.fromEntries(
      fieldNames.map((name) => [shapeFields[name], columns.get(name)]),
    ) as unknown as Record<(typeof shapeFields)[FieldName], string[]>),
    marks: [],
    text: {
      ...(delimiter !== undefined && { delimiter: delimiters[delimiter] }),
      ...(numbers.length > 0 ? { numbers } : { header: 'names', required: all }),
    },
  }
}

/**
 * Checks the fields of a custom format against the first lines of a log.
 * @returns a problem if no line fits, or if a field that visits need has no value in any line
 */
export function checkShape(shape: LogShape, lines: readonly string[]): { format: LogShape } | InvalidLine {
  const parser = createLineParser(shape)
  const parsed = lines.map((line) => parser.look(line.replace(/\r$/, '')))
  const entries = parsed.flatMap((request) =>
    request !== nonRequestLine && 'entry' in request ? [request.entry()] : [],
  )
  const bad = parsed.findIndex((request) => request !== nonRequestLine && 'problem' in request)
  if (entries.length === 0 && bad !== -1)
    return {
      problem: `fields: no line fits; line ${bad + 1}: ${(parsed[bad] as InvalidLine).problem}`,
    }
  const has = (name: keyof LogEntry) => entries.length === 0 || entries.some((entry) => entry[name] !== null)
  const empty = !has('userAgent')
    ? 'user-agent'
    : shape.target.length > 0 && !has('path')
      ? 'path'
      : undefined
  if (empty === undefined) return { format: shape }
  const columns = shape[shapeFields[empty]].join(' and ')
  return { problem: `fields: ${empty}=${columns} has no value in the first lines; check the name` }
}
