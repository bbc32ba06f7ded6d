import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import type { Operation } from '../../kernel/operation.ts'
import { innerSchema } from '../../kernel/text-input.ts'

/** A column of a list as CSV: where its cells stand in a row. */
interface Column {
  name: string
  path: string[]
}

const columnsOfOperations = new WeakMap<Operation, Column[]>()

/** The columns of a list's rows, from its schema, so that an empty page has them too. Objects are spread: `brand.rank`. */
export function csvColumns(operation: Operation): Column[] {
  const known = columnsOfOperations.get(operation)
  if (known !== undefined) return known
  const list = innerSchema(operation.data)
  if (!(list instanceof z.ZodArray)) throw new Error(`${operation.name} is no list`)
  const columns = columnsOf(list.def.element, [])
  columnsOfOperations.set(operation, columns)
  return columns
}

function columnsOf(schema: z.core.$ZodType, path: string[]): Column[] {
  const inner = innerSchema(schema)
  if (!(inner instanceof z.ZodObject)) return [{ name: path.join('.'), path }]
  return Object.entries(inner.shape).flatMap(([name, field]) =>
    columnsOf(field as z.core.$ZodType, [...path, name]),
  )
}

/** Characters that make a spreadsheet take a text for a formula, or that it drops before one. */
const startsFormula = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r]/u

/**
 * Rows as CSV (RFC 4180) with a line of names. A text that a spreadsheet would run as a formula begins with an
 * apostrophe; numbers are as they are. Lists of texts are one cell, their items on lines of their own; what is deeper is
 * JSON.
 */
export function toCsv(operation: Operation, rows: readonly object[]): string {
  const columns = csvColumns(operation)
  const records = rows.map((row) => columns.map(({ path }) => cell(valueAt(row, path))))
  return stringify([columns.map(({ name }) => name), ...records], {
    record_delimiter: 'windows',
    // Spreadsheets end a row at any line end that is not quoted, and some divide cells by semicolons or tabs.
    quoted_match: /[\r\n;\t]/,
  })
}

function valueAt(row: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    row,
  )
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
