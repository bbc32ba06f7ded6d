import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Cells, type Column, Head, rowClass } from './table.tsx'

interface LongTableProps<T> {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  /** Estimated row height in pixels, before measuring. */
  rowHeight: number
  /** Called near the last row. */
  onEnd?: (() => void) | undefined
}

/** A table that renders only the rows near the window, so that 10,000 rows scroll smoothly. */
export function LongTable<T>({ label, columns, rows, keyOf, rowHeight, onEnd }: LongTableProps<T>) {
  const body = useRef<HTMLTableElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const found = body.current
    if (found !== null) setTop(Math.round(found.getBoundingClientRect().top + scrollY))
    // The content above the table changes with its data, not while scrolling.
  }, [rows, columns])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as T),
    overscan: 10,
    scrollMargin: top,
    // Measure new rows together, not one by one.
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

/** Cells that do not re-render when rows around them move. */
const SteadyCells = memo(Cells) as typeof Cells

/** A spacer as high as the rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  )
