import { count } from '../format/numbers.ts'
import { BarCell } from './bar-cell.tsx'
import type { Column } from './table.tsx'

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
