import { type ReactNode, useState } from 'react'
import { count } from '../format/numbers.ts'
import { Button } from './button.tsx'

interface FirstRowsProps<T> {
  rows: readonly T[]
  most: number
  children: (rows: readonly T[]) => ReactNode
}

/** Shows the first rows of a loaded list, with a button for the rest. */
export function CollapsibleRows<T>({ rows, most, children }: FirstRowsProps<T>) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      {children(isWhole ? rows : rows.slice(0, most))}
      {rows.length > most && (
        <p className="my-3 text-center">
          <Button
            label={isWhole ? 'Show fewer' : `Show all ${count(rows.length)}`}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          />
        </p>
      )}
    </>
  )
}

interface RowListProps<T> {
  label?: string
  rows: readonly T[]
  most?: number
  empty?: ReactNode
  children: (row: T, index: number) => ReactNode
}

export const RowList = <T,>({ label, rows, most = rows.length, empty, children }: RowListProps<T>) =>
  rows.length === 0 && empty !== undefined ? (
    empty
  ) : (
    <CollapsibleRows rows={rows} most={most}>
      {(shown) => (
        <ul aria-label={label} className="divide-y divide-line">
          {shown.map(children)}
        </ul>
      )}
    </CollapsibleRows>
  )
