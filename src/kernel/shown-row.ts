import type { z } from 'zod'

/** A value as stored: a time is a date there and text in the response. */
type Stored<T> = T | (string extends T ? Date : never)

/**
 * Shows a stored row by the fields of a schema. Columns that the schema does not name stay hidden.
 * @param row with the fields that differ from their columns; undefined leaves out an optional one
 */
export function showRow<S extends z.ZodObject>(
  { shape }: S,
  row: { [K in keyof z.input<S>]: Stored<z.input<S>[K]> },
): z.input<S> {
  const values: Record<string, unknown> = row
  const shown = Object.keys(shape).flatMap((field) => {
    const value = values[field]
    return value === undefined ? [] : [[field, value instanceof Date ? value.toISOString() : value]]
  })
  return Object.fromEntries(shown) as z.input<S>
}
