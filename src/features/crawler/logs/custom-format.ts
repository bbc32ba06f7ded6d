import { z } from 'zod'
import { invalidRequest } from '../../../lib/errors.ts'
import { createLineParser } from './line-parser.ts'
import { type InvalidLine, type LogEntry, type LogFormat, logFormats, nonRequestLine } from './log-entry.ts'
import { type LogShape, type RequestField, requestFields } from './log-shapes.ts'

/** By name, because a shell cannot easily pass a tab. */
const delimiters = { comma: ',', tab: '\t', semicolon: ';', pipe: '|', space: ' ' }

const delimiterNames = Object.keys(delimiters) as (keyof typeof delimiters)[]

export const formatFields = {
  format: z
    .enum([...logFormats, 'custom'])
    .optional()
    .describe('Log format. Omit to detect it from the first lines; custom needs fields.'),
  fields: z
    .array(z.string())
    .min(1)
    .max(50)
    .optional()
    .describe(
      `For the format custom: fields with their column (name, or number from 1) or JSON path, such as time=timestamp. Fields: ${requestFields.join(', ')}. If a field is repeated, the first column with a value counts.`,
    ),
  delimiter: z
    .enum(delimiterNames)
    .optional()
    .describe('For the format custom: the delimiter between columns. Omit to detect it.'),
}

/**
 * The format that a user chose; undefined to detect it.
 * @throws ApiError invalid_request if the fields of a custom format are invalid
 */
export function readFormat(input: FormatInput): LogFormat | LogShape | undefined {
  const { format, fields, delimiter } = input
  if (format === 'custom') return customShape(fields ?? [], delimiter && delimiters[delimiter])
  if (fields === undefined && delimiter === undefined) return format
  throw invalidRequest('fields and delimiter: apply only to the format custom; set format to custom')
}

type FormatInput = z.output<z.ZodObject<typeof formatFields>>

function customShape(fields: readonly string[], delimiter: string | undefined): LogShape {
  const columns = {} as Record<RequestField, string[]>
  for (const name of requestFields) columns[name] = []
  for (const field of fields) {
    const [, name, column = ''] = /^([^=]*)=(?:\$\.)?(.+)$/s.exec(field) ?? []
    const known = requestFields.find((other) => other === name)
    if (known === undefined)
      throw invalidRequest(
        `fields: "${field.slice(0, 100)}" is not a field with its column, such as time=timestamp; the fields are ${requestFields.join(', ')}`,
      )
    columns[known].push(column)
  }
  const missing = (['time', 'user-agent'] as const).find((name) => columns[name].length === 0)
  if (missing !== undefined) throw invalidRequest(`fields: ${missing} is missing; set it, such as ${missing}=COLUMN`)
  const required = Object.values(columns).flat()
  const numbers = required.filter((column) => /^\d+$/.test(column)).map(Number)
  if (numbers.length > 0 && numbers.length < required.length)
    throw invalidRequest('fields: columns have numbers and names; use only one of both')
  if (numbers.some((number) => number < 1 || number > 1000))
    throw invalidRequest('fields: column numbers are from 1 to 1000')
  const numbered = Array.from({ length: Math.max(0, ...numbers) }, (_, at) => `${at + 1}`)
  const kind = numbers.length > 0 ? { columns: [numbered] } : { header: 'names' as const, required }
  return { ...columns, marks: [], text: { ...(delimiter !== undefined && { delimiter }), ...kind } }
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
  const { problem } = (parsed[bad] ?? {}) as Partial<InvalidLine>
  if (entries.length === 0 && problem !== undefined)
    return { problem: `fields: no line fits; line ${bad + 1}: ${problem}` }
  const has = (name: keyof LogEntry) => entries.length === 0 || entries.some((entry) => entry[name] !== null)
  const empty = !has('userAgent') ? 'user-agent' : shape.path.length > 0 && !has('path') ? 'path' : undefined
  if (empty === undefined) return { format: shape }
  const columns = shape[empty].join(' and ')
  return { problem: `fields: ${empty}=${columns} has no value in the first lines; check the name` }
}
