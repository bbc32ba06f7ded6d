import { csvText } from '../format/csv.ts'
import { Button } from './button.tsx'
import { saveCsv } from './save-csv.ts'

interface SaveRowsProps {
  /** Rows from the server. Fields with plain values or lists of them become columns. */
  rows: readonly object[]
  /** File name without extension. */
  name: string
}

/** Saves rows that the server returned in one response. Paginated lists use `Export`. */
export function SaveRows({ rows, name }: SaveRowsProps) {
  if (rows.length === 0) return null
  return (
    <Button kind="quiet" onClick={() => saveCsv(csvText(cellsOf(rows)), `${name}.csv`)}>
      CSV
    </Button>
  )
}

/** A header row, then one row of cells per row. */
export function cellsOf(rows: readonly object[]): string[][] {
  const isPlain = (value: unknown) => value === null || typeof value !== 'object'
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.every((row) => {
      const value = (row as Record<string, unknown>)[name]
      return isPlain(value) || (Array.isArray(value) && value.every(isPlain))
    }),
  )
  const text = (value: unknown) =>
    Array.isArray(value) ? value.join('\n') : value === null || value === undefined ? '' : String(value)
  return [names, ...rows.map((row) => names.map((name) => text((row as Record<string, unknown>)[name])))]
}
