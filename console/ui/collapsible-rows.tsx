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
        <p className="mt-4 text-center">
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${count(rows.length)}`}
          </Button>
        </p>
      )}
    </>
  )
}
