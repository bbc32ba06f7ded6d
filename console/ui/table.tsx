import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { count } from '../format/numbers.ts'
import { CollapsibleRows } from './collapsible-rows.tsx'
import { Ago } from './time.tsx'

/** A column, declared once: heading, cell, order and where it shows. */
export interface Column<T> {
  name: string
  /** Tells columns with equal names apart. */
  id?: string
  cell: (row: T) => ReactNode
  /** Shown instead of the name, which screen readers still get. */
  heading?: ReactNode
  /** The value to sort by. Omit if the column does not sort. */
  sort?: (row: T) => string | number | null
  /** Shows the name to screen readers only. */
  isNameHidden?: boolean
  isNumber?: boolean
  /** Hidden where the table has little room; phones keep the name and two figures. */
  isMinor?: boolean
  className?: string
}

/** The last column: what a reader can do with a row. */
export const actionsColumn = <T,>(cell: (row: T) => ReactNode): Column<T> => ({
  name: 'Actions',
  isNameHidden: true,
  isNumber: true,
  cell: (row) => <span className="inline-flex flex-wrap justify-end gap-2 sm:flex-nowrap">{cell(row)}</span>,
})

type Cell<T> = Column<T>['cell']

/** The name of a column, with its order and look if it has its own. */
type Heading<T> = string | Omit<Column<T>, 'cell'>

export const column = <T,>(heading: Heading<T>, cell: Cell<T>): Column<T> => ({
  ...(typeof heading === 'string' ? { name: heading } : heading),
  cell,
})

export const mainColumn = <T,>(heading: Heading<T>, cell: Cell<T>): Column<T> => ({
  className: 'w-full min-w-20 wrap-anywhere @min-[600px]:min-w-36',
  ...column(heading, cell),
})

export const minorColumn = <T,>(heading: Heading<T>, cell: Cell<T>): Column<T> => ({
  ...column(heading, cell),
  isMinor: true,
})

export const numberColumn = <T,>(heading: Heading<T>, cell: Cell<T>, rank?: 'minor'): Column<T> => ({
  ...column(heading, cell),
  isNumber: true,
  isMinor: rank === 'minor',
})

export const countColumn = <T,>(name: string, of: (row: T) => number, rank?: 'minor'): Column<T> => ({
  ...numberColumn(name, (row) => count(of(row)), rank),
  sort: of,
})

export const agoColumn = <T,>(name: string, timeOf: (row: T) => string | null): Column<T> =>
  minorColumn(name, (row) => <Ago at={timeOf(row)} />)

/** The sorted column by name, and its direction. */
export interface Sorting {
  by: string
  isDown: boolean
}

export interface TableProps<T> {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** Defaults to the row's id, domain or engine. */
  keyOf?: ((row: T) => string) | undefined
  /** Tints rows. Defaults to those of the reader's own brand. */
  isOwn?: (row: T) => boolean
  isDense?: boolean
  /** Shows the headings to screen readers only. */
  isHeadHidden?: boolean
  most?: number
  empty?: ReactNode
  sorting?: Sorting | undefined
  /** Makes the headings of columns with `sort` buttons. */
  onSort?: (by: string) => void
  /** Called near the last row. */
  onEnd?: (() => void) | undefined
}

/** The classes of each column. Narrow tables hide the minor ones, tables with many columns first the later half. */
function shapesOf<T>(columns: readonly Column<T>[]): string[] {
  const minor = columns.filter(({ isMinor }) => isMinor)
  // Actions have no other place.
  const later = new Set(columns.length > 7 ? minor.slice(minor.length / 2).filter((one) => !one.isNameHidden) : [])
  const few = columns.length > 5 ? '@max-[620px]:hidden' : '@max-[460px]:hidden'
  return columns.map((column) => {
    const { isNumber, isMinor, className = '' } = column
    const hidden = later.has(column) ? '@max-[900px]:hidden' : isMinor ? few : ''
    return `px-2 first:pl-(--edge) last:pr-(--edge) ${isNumber ? 'text-right whitespace-nowrap' : 'text-left'} ${hidden} ${className}`
  })
}

function Head<T>({
  columns,
  sorting,
  onSort,
  isHeadHidden,
  shapes,
}: Omit<TableProps<T>, 'rows'> & { shapes: string[] }) {
  return (
    <thead className={isHeadHidden ? 'sr-only' : 'text-sm font-medium text-muted'}>
      <tr>
        {columns.map((column, at) => {
          const isSorted = sorting?.by === column.name
          const Arrow = sorting?.isDown ? ArrowDown : ArrowUp
          return (
            <th
              key={column.id ?? column.name}
              scope="col"
              aria-sort={isSorted ? (sorting.isDown ? 'descending' : 'ascending') : undefined}
              className={`${shapes[at]} h-8 font-medium whitespace-normal! aria-[sort]:text-ink`}
            >
              {column.sort !== undefined && onSort !== undefined ? (
                <button
                  type="button"
                  className="inline-flex items-center gap-[3px]"
                  onClick={() => onSort(column.name)}
                >
                  {column.name}
                  {isSorted && <Arrow aria-hidden="true" className="size-3!" />}
                </button>
              ) : (
                <>
                  <span className={column.isNameHidden || column.heading ? 'sr-only' : ''}>{column.name}</span>
                  {column.heading}
                </>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const idOf = (row: unknown): string => {
  const { id, domain, engine } = row as Readonly<Record<string, string>>
  return id ?? domain ?? engine ?? ''
}

const isOurs = (row: unknown) => (row as { is_our_brand?: boolean }).is_our_brand === true

/** Loads with the first long table. */
const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }))

/** From this many, as a full page has, rows are rendered only near the window: 10,000 scroll smoothly. */
const many = 100

/** A table of loaded rows. Hides minor columns on phones, so that nothing scrolls sideways. */
export function Table<T>({ most, empty, ...props }: TableProps<T>) {
  if (props.rows.length === 0 && empty !== undefined) return empty
  return (
    <CollapsibleRows rows={props.rows} most={most ?? props.rows.length}>
      {(rows) => <WholeTable {...props} rows={rows} />}
    </CollapsibleRows>
  )
}

function WholeTable<T>(props: TableProps<T>) {
  const { label, columns, rows, keyOf = idOf, isOwn = isOurs, isDense = false, sorting, onEnd } = props
  const sorted = columns.find(({ name }) => name === sorting?.by)
  const isLong = rows.length >= many
  const shapes = useMemo(() => shapesOf(columns), [columns])
  const cellsOf = useCallback(
    (row: T) =>
      columns.map((column, at) => (
        <td key={column.id ?? column.name} className={shapes[at]}>
          {column.cell(row)}
        </td>
      )),
    [columns, shapes],
  )
  const classOf = (row: T) =>
    `table-row ${isOwn(row) ? 'bg-accent-soft/55' : 'hover:bg-hover'} ${isDense ? 'h-8' : 'h-10 max-md:h-[46px]'}`
  return (
    <div className="@container">
      {sorting && (!sorted || sorted.isMinor) && (
        <p className={`px-(--edge) py-2 text-sm text-muted ${sorted ? '@min-[900px]:hidden' : ''}`}>
          Sorted by {sorting.by}, {sorting.isDown ? 'descending' : 'ascending'}
        </p>
      )}
      <table aria-label={label} {...(isLong && { 'aria-rowcount': rows.length + 1 })} className="w-full">
        <Head {...props} shapes={shapes} />
        {isLong ? (
          <Suspense>
            <VirtualRows
              rows={rows}
              keyOf={keyOf as (row: unknown) => string}
              classOf={classOf as (row: unknown) => string}
              cellsOf={cellsOf as (row: unknown) => ReactNode}
              rowHeight={isDense ? 32 : 40}
              onEnd={onEnd}
            />
          </Suspense>
        ) : (
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} className={classOf(row)}>
                {cellsOf(row)}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

/** The class of the link of a row. The whole row opens it, except for other links and buttons. */
export const rowLinkClass = 'row-link font-medium'
