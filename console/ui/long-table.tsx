import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Cells, type Column, Head, rowClass } from './table.tsx'

interface LongTableProps<T> {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  /** The height of a row before it is measured, in pixels. */
  rowHeight: number
  /** Where the reader comes near the last row. */
  onEnd?: (() => void) | undefined
}

/** A table of which only the rows near the window are in the page: ten thousand scroll like twenty. */
export function LongTable<T>({ label, columns, rows, keyOf, rowHeight, onEnd }: LongTableProps<T>) {
  const body = useRef<HTMLTableElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const found = body.current
    if (found !== null) setTop(Math.round(found.getBoundingClientRect().top + scrollY))
    // What stands above the table changes with what it is given, not as it scrolls.
  }, [rows, columns])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as T),
    overscan: 10,
    scrollMargin: top,
    // Rows that come into sight are measured together, not one by one.
    useFlushSync: false,
  })
  const shown = virtual.getVirtualItems()
  const first = shown[0]
  const last = shown.at(-1)
  const isNearEnd = last !== undefined && last.index >= rows.length - 8
  useEffect(() => {
    if (isNearEnd && scrollY > 0) onEnd?.()
  }, [isNearEnd, onEnd])
  const before = first === undefined ? 0 : first.start - top
  const after = last === undefined ? 0 : virtual.getTotalSize() - (last.end - top)
  return (
    <table ref={body} aria-label={label} aria-rowcount={rows.length + 1} className="w-full">
      <Head columns={columns} />
      <tbody>
        <Gap height={before} />
        {shown.map(({ key, index }) => (
          <tr
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-rowindex={index + 2}
            className={rowClass}
          >
            <SteadyCells columns={columns} row={rows[index] as T} />
          </tr>
        ))}
        <Gap height={after} />
      </tbody>
    </table>
  )
}

/** Cells that are drawn once, however often the rows around them move. */
const SteadyCells = memo(Cells) as typeof Cells

/** As high as the rows that are not in the page. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  )
