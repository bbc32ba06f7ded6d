import type { ReactNode } from 'react'
import { count } from '../format/numbers.ts'
import type { Column } from './table.tsx'

interface BarCellProps {
  /** From 0 to 100. */
  value: number | null
  text: ReactNode
  /** Defaults to the reader's own brand. */
  color?: string
  interval?: { low: number; high: number } | null | undefined
}

export const BarCell = ({ value, text, color = 'var(--accent)', interval }: BarCellProps) => (
  <span className="grid grid-cols-[minmax(0,1fr)_46px] items-center gap-2 max-md:grid-cols-1">
    <span aria-hidden="true" className="relative h-1.5 rounded-[3px] bg-sunken max-md:hidden">
      <span
        className="absolute inset-y-0 left-0 rounded-[3px]"
        style={{ width: `${Math.min(100, Math.max(0, value ?? 0))}%`, background: color }}
      />
      {interval && (
        <span
          className="absolute -inset-y-0.5 border-x border-ink opacity-50 before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-ink"
          style={{ left: `${interval.low}%`, width: `${interval.high - interval.low}%` }}
        />
      )}
    </span>
    <span className="text-right font-medium">{text}</span>
  </span>
)

interface Look<T> extends Pick<Column<T>, 'className' | 'isMinor'> {
  /** Defaults to that of the reader's own brand. */
  color?: (row: T) => string
}

/** A column of counts as bars, relative to the largest one of the rows. */
export const barColumn = <T,>(
  name: string,
  of: (row: T) => number | null,
  rows: readonly T[] | undefined,
  { color, ...look }: Look<T> = {},
): Column<T> => {
  const most = Math.max(1, ...(rows ?? []).map((row) => of(row) ?? 0))
  return {
    ...{ name, sort: of, isNumber: true, ...look },
    cell: (row) => (
      <BarCell value={((of(row) ?? 0) * 100) / most} text={count(of(row))} {...(color && { color: color(row) })} />
    ),
  }
}
