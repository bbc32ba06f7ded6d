import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { innerSchema } from '../../kernel/text-input.ts'

/** A CSV column: the path of its cells in a row. */
interface Column {
  name: string
  path: string[]
}

const columnsOfOperations = new WeakMap<Operation, Column[]>()

/** Derives columns from the list's schema, so that empty pages have them. Flattens objects: `brand.rank`. */
export function csvColumns(operation: Operation): Column[] {
  const known = columnsOfOperations.get(operation)
  if (known !== undefined) return known
  const list = innerSchema(operation.data)
  if (!(list instanceof z.ZodArray)) throw new Error(`${operation.name} does not return a list`)
  const columns = columnsOf(list.def.element, [])
  columnsOfOperations.set(operation, columns)
  return columns
}

function columnsOf(schema: z.core.$ZodType, path: string[]): Column[] {
  const inner = innerSchema(schema)
  if (!(inner instanceof z.ZodObject)) return [{ name: path.join('.'), path }]
  return Object.entries(inner.shape).flatMap(([name, field]) => columnsOf(field as z.core.$ZodType, [...path, name]))
}

/** Characters that start a spreadsheet formula, or that spreadsheets skip before one. */
const startsFormula = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r]/u

/**
 * Formats rows as CSV (RFC 4180) with a header. Texts that spreadsheets would run as formulas get an
 * apostrophe; numbers stay unchanged. A list of texts is one cell with one item per line; deeper values are
 * JSON.
 */
export function toCsv(operation: Operation, rows: readonly object[]): string {
  const columns = csvColumns(operation)
  const records = rows.map((row) => columns.map(({ path }) => cell(valueAt(row, path))))
  return stringify([columns.map(({ name }) => name), ...records], {
    record_delimiter: 'windows',
    // Spreadsheets end a row at any unquoted line end, and some split cells at semicolons or tabs.
    quoted_match: /[\r\n;\t]/,
  })
}

function valueAt(row: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row)
}

function cell(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return String(value)
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? value.join('\n')
        : JSON.stringify(value)
  return startsFormula.test(text) ? `'${text}` : text
}
