import { Menu } from '@base-ui/react/menu'
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import Columns from 'lucide-react/icons/columns-3'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Problem } from '../api/client.ts'
import { useParam } from '../search/use-param.ts'
import { Button, buttonClass } from './button.tsx'
import { inputClass } from './field.tsx'
import { InvalidParameter } from './invalid-parameter.tsx'
import { MenuCheck, MenuLine, MenuPopup } from './menu.tsx'
import { Forbidden, Panel, ProblemNote, Skeleton } from './panel.tsx'
import { type Column, type Sorting, Table } from './table.tsx'

export interface List<T> {
  rows: readonly T[] | undefined
  error: Problem | null
  /** Whether the rows are those of other filters, until the new ones are there. */
  isStale: boolean
  retry: () => void
  /** Loads the next page. Undefined if all rows are loaded. */
  more?: { load: () => void; isLoading: boolean } | undefined
}

/** The list of a query that loads all rows. */
export const listOf = <S extends { data: readonly T[] }, T = S['data'][number]>(
  query: UseQueryResult<S, Problem>,
): List<T> => ({
  ...{ rows: query.data?.data, error: query.error, isStale: query.isPlaceholderData },
  retry: () => void query.refetch(),
})

/** The list of a query that loads page by page. */
export const pagedListOf = <S extends { data: readonly T[] }, T = S['data'][number]>(
  query: UseInfiniteQueryResult<InfiniteData<S>, Problem>,
): List<T> => ({
  ...{ rows: query.data?.pages.flatMap(({ data }) => data), error: query.error, isStale: query.isPlaceholderData },
  retry: () => void query.refetch(),
  more: query.hasNextPage ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage } : undefined,
})

export interface ListPanelProps<T> {
  /** The table's name, and the key of the reader's choice of columns. Defaults to the title. */
  label?: string
  list: List<T>
  /** Omit to render the rows as `children` say. */
  columns?: readonly Column<T>[]
  keyOf?: (row: T) => string
  /** Shows this many rows at first, with a button for the rest. */
  most?: number
  children?: (rows: readonly T[]) => ReactNode
  problem?: Problem | null
  /** Heading of the panel. Omit if the page's title says it. */
  title?: string | undefined
  about?: ReactNode
  /** Above the table at the left: `Views`, or a bulk action. */
  views?: ReactNode
  /** Above the table at the right, such as `Export`. */
  actions?: ReactNode
  isOwn?: (row: T) => boolean
  /** Prefix of the URL parameters, if a page has several lists. */
  param?: string
  /** The text of a row that the search finds. Omit to have no search. */
  searchText?: (row: T) => string
  /** The order if the URL has none. Waits for complete rows, and does not load them. */
  defaultSort?: Sorting
  /** Whether to load the remaining pages, as the page filters or counts the rows. */
  needsAll?: boolean
  /** Whether rows that `children` render reach the edges. Tables always do. */
  isFlush?: boolean
  /** Rendered with the rows in their order, such as a drawer that steps through them. */
  drawer?: (rows: readonly T[]) => ReactNode
  empty: ReactNode
  /** Explains brackets and gray figures, once per table. */
  footnote?: ReactNode
  /** Whether rows are dense until the reader chooses. */
  isDense?: boolean
}

/**
 * A table with its states: loading, error, forbidden, empty, and dimmed while filters change. Sorts and searches over
 * complete rows: it loads the remaining pages first. Order and search are in the URL; columns and density are kept
 * per person. J and K move between rows, Enter opens one, X selects it.
 */
export function ListPanel<T>(props: ListPanelProps<T>) {
  const { list, columns = [], children, title, label = title ?? '', param = '', searchText, isDense = false } = props
  const { about, views, actions, needsAll = false, isFlush = children === undefined, problem = null } = props
  const { drawer, empty, footnote } = props
  const { rows: loaded, error, isStale, retry, more } = list
  const [sorting, setSorting] = useSorting(props)
  const [typed = '', setTyped] = useParam(`${param}find`)
  const [choice, setChoice] = useChoice(label, isDense)
  const body = useRowKeys()
  const isOrdered = sorting !== undefined && loaded !== undefined
  useEffect(() => {
    // An order or a search over some of the rows would be wrong.
    if (more !== undefined && !more.isLoading && (isOrdered || needsAll || typed !== '')) more.load()
  })
  const shown = columns.filter(({ name }) => choice.columns[name] ?? true)
  const words = typed.toLowerCase()
  const found =
    words === '' || searchText === undefined
      ? loaded
      : loaded?.filter((row) => searchText(row).toLowerCase().includes(words))
  const column = columns.find(({ name }) => name === sorting?.by)
  const rows = found && sorting && column?.sort ? sorted(found, column.sort, sorting.isDown) : found
  const tools = (
    <>
      {searchText && (
        <input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          className={`${inputClass} h-[30px] min-h-0! w-44!`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {children === undefined && <ColumnMenu columns={columns} choice={choice} onChange={setChoice} />}
      {actions}
    </>
  )
  const content = () => {
    if (error?.code === 'insufficient_scope') return <Forbidden problem={error} />
    if (loaded === undefined)
      return error === null ? (
        <div role="status" aria-label="Loading" className={children === undefined ? 'p-4' : ''}>
          <Skeleton lines={10} />
        </div>
      ) : null
    if (rows === undefined || rows.length === 0)
      return typed === '' ? empty : <p className="p-6 text-center text-muted">No row contains “{typed}”.</p>
    return (
      <div ref={body} className={`transition-opacity ${isStale ? 'opacity-55' : ''}`} aria-busy={isStale}>
        {children?.(rows) ?? (
          <Table
            {...props}
            {...{ label, rows, sorting, columns: shown, isDense: choice.isDense }}
            onSort={setSorting}
            onEnd={more?.load}
          />
        )}
        {more !== undefined && (
          <p className="p-3 text-center">
            <Button label={more.isLoading ? 'Loading…' : 'Show more'} disabled={more.isLoading} onClick={more.load} />
          </p>
        )}
      </div>
    )
  }
  return (
    <>
      <InvalidParameter
        name={`${param}sort`}
        known={columns.flatMap(({ name }) => [slugOf(name), `-${slugOf(name)}`])}
      />
      {title === undefined && (
        <div className="mb-2 flex flex-wrap items-center gap-2">
          {views}
          <div className="ml-auto flex flex-wrap items-center gap-1">{tools}</div>
        </div>
      )}
      {error?.code !== 'insufficient_scope' && <ProblemNote problem={error} onRetry={retry} />}
      <ProblemNote problem={problem} />
      <Panel
        {...{ title, about, isFlush, footnote }}
        actions={
          <>
            {views}
            {tools}
          </>
        }
      >
        {content()}
      </Panel>
      {drawer?.(rows ?? [])}
    </>
  )
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Rows in the order of a value. Unknown values come last. */
export function sorted<T>(rows: readonly T[], sortValue: (row: T) => string | number | null, isDown: boolean): T[] {
  const sign = isDown ? -1 : 1
  return rows.toSorted((first, second) => {
    const [a, b] = [sortValue(first), sortValue(second)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b))
  })
}

/** The order from the URL, such as `sort=-visibility`. A second click on a heading turns it around. */
function useSorting<T>({ columns = [], param = '', defaultSort, list }: ListPanelProps<T>) {
  const [text = '', setText] = useParam(`${param}sort`)
  const column = columns.find(({ name }) => slugOf(name) === text.replace(/^-/, ''))
  const usual = text === '' && list.more === undefined ? defaultSort : undefined
  const sorting: Sorting | undefined = column ? { by: column.name, isDown: text.startsWith('-') } : usual
  const set = (by: string) => {
    // Figures start with the highest, names with A.
    const isNumber = columns.find(({ name }) => name === by)?.isNumber ?? false
    const isDown = sorting?.by === by ? !sorting.isDown : isNumber
    setText(`${isDown ? '-' : ''}${slugOf(by)}`)
  }
  return [sorting, set] as const
}

interface TableChoice {
  isDense: boolean
  columns: Readonly<Record<string, boolean>>
}

/** The reader's density and columns, kept in this browser. */
function useChoice(label: string, isDense: boolean) {
  const key = `sightline-table:${label}`
  const [choice, setChoice] = useState<TableChoice>(() => ({
    ...{ isDense, columns: {} },
    ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<TableChoice>),
  }))
  const change = (next: TableChoice) => {
    localStorage.setItem(key, JSON.stringify(next))
    setChoice(next)
  }
  return [choice, change] as const
}

interface ColumnMenuProps<T> {
  columns: readonly Column<T>[]
  choice: TableChoice
  onChange: (choice: TableChoice) => void
}

function ColumnMenu<T>({ columns, choice, onChange }: ColumnMenuProps<T>) {
  const item = (name: string, isOn: boolean, change: (isOn: boolean) => TableChoice) => (
    <MenuCheck key={name} {...{ name, isOn }} onChange={(next) => onChange(change(next))} />
  )
  return (
    <MenuPopup
      align="end"
      className="max-h-96 w-52 overflow-y-auto"
      trigger={
        <Menu.Trigger className={`${buttonClass('quiet')} max-md:hidden`}>
          <Columns aria-hidden="true" className="size-3.5!" />
          Columns
        </Menu.Trigger>
      }
    >
      {columns
        .filter(({ isNameHidden }) => !isNameHidden)
        .slice(1)
        .map(({ name }) =>
          item(name, choice.columns[name] ?? true, (isOn) => ({
            ...choice,
            columns: { ...choice.columns, [name]: isOn },
          })),
        )}
      <MenuLine />
      {item('Dense rows', choice.isDense, (isDense) => ({ ...choice, isDense }))}
    </MenuPopup>
  )
}

/**
 * Moves the focus between the links of rows with J and K, and selects the row with X. A opens the drawer of the row, or
 * of the first.
 */
function useRowKeys() {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = ({ key, target, metaKey, ctrlKey, altKey }: KeyboardEvent) => {
      const step = { j: 1, k: -1, a: 0 }[key]
      const isTyping = target instanceof Element && target.closest('input, textarea, select, [role=dialog]')
      if (isTyping || metaKey || ctrlKey || altKey) return
      if (key === 'x') document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[type=checkbox]')?.click()
      if (step === undefined) return
      const links = [...(body.current?.querySelectorAll<HTMLElement>('.row-link') ?? [])]
      const at = links.indexOf(document.activeElement as HTMLElement)
      const link = links[Math.min(links.length - 1, Math.max(0, at + step))]
      if (step !== 0) link?.focus()
      else if (link?.dataset.opens) link.click()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return body
}
