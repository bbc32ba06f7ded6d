import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface VirtualRowsProps<T> {
  rows: readonly T[]
  keyOf: (row: T) => string
  classOf: (row: T) => string
  cellsOf: (row: T) => ReactNode
  rowHeight: number
  onEnd?: (() => void) | undefined
}

interface CellsProps<T> {
  row: T
  cellsOf: (row: T) => ReactNode
}

/** Cells that do not re-render when rows around them move. */
const SteadyCells = memo(({ row, cellsOf }: CellsProps<unknown>) => cellsOf(row)) as <T>(
  props: CellsProps<T>,
) => ReactNode

export function VirtualRows<T>({ rows, keyOf, classOf, cellsOf, rowHeight, onEnd }: VirtualRowsProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const found = body.current
    if (found !== null) setTop(Math.round(found.getBoundingClientRect().top + scrollY))
    // The content above the table changes with its data, not while scrolling.
  }, [rows, cellsOf])
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
  return (
    <tbody ref={body}>
      <Gap height={first === undefined ? 0 : first.start - top} />
      {shown.map(({ key, index }) => (
        <tr
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-rowindex={index + 2}
          className={classOf(rows[index] as T)}
        >
          <SteadyCells row={rows[index] as T} cellsOf={cellsOf} />
        </tr>
      ))}
      <Gap height={last === undefined ? 0 : virtual.getTotalSize() - (last.end - top)} />
    </tbody>
  )
}

/** A spacer as high as the rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  )
