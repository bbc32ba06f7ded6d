import { csvText } from '../format/csv.ts'
import { Button } from './button.tsx'
import { saveCsv } from './save-csv.ts'

interface SaveRowsProps {
  /** As the server gave them; a column for each field that is a text, a number, a truth, or a list of such. */
  rows: readonly object[]
  /** Of the file, without its ending. */
  name: string
}

/** Saves as CSV what comes whole from the server, in one answer with other things; lists of pages have `Export`. */
export function SaveRows({ rows, name }: SaveRowsProps) {
  if (rows.length === 0) return null
  return (
    <Button kind="quiet" onClick={() => saveCsv(csvText(cellsOf(rows)), `${name}.csv`)}>
      CSV
    </Button>
  )
}

/** A line of names, then a line for each row. */
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
