import type { ReactNode } from 'react'

export interface Column<T> {
  name: string
  cell: (row: T) => ReactNode
  /** Shows the name to screen readers only. */
  isNameHidden?: boolean
  isNumber?: boolean
  /** Hidden on narrow screens. */
  isMinor?: boolean
  className?: string
}

interface TableProps<T> {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  isMarked?: (row: T) => boolean
}

export const rowClass = 'border-t border-line align-top'

const shape = <T,>({ isNumber, isMinor, className = '' }: Column<T>) =>
  `py-2 pr-4 last:pr-0 ${isNumber ? 'text-right whitespace-nowrap' : 'text-left'} ${isMinor ? 'hidden md:table-cell' : ''} ${className}`

export const Head = <T,>({ columns }: { columns: readonly Column<T>[] }) => (
  <thead className="text-sm text-muted">
    <tr>
      {columns.map((column) => (
        <th
          key={column.name}
          scope="col"
          className={`${shape(column)} align-bottom font-normal whitespace-normal!`}
        >
          {column.isNameHidden ? <span className="sr-only">{column.name}</span> : column.name}
        </th>
      ))}
    </tr>
  </thead>
)

export const Cells = <T,>({ columns, row }: { columns: readonly Column<T>[]; row: T }): ReactNode =>
  columns.map((column) => (
    <td key={column.name} className={shape(column)}>
      {column.cell(row)}
    </td>
  ))

/** A table with headings. Hides minor columns on phones so that nothing scrolls sideways. */
export function Table<T>({ label, columns, rows, keyOf, isMarked }: TableProps<T>) {
  return (
    <table aria-label={label} className="w-full">
      <Head columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={`${rowClass} ${isMarked?.(row) ? 'font-semibold text-accent' : ''}`}
          >
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
