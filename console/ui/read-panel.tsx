import type { OperationName } from '../api/client.ts'
import { type Given, type ResponseOf, type RowOf, rowOf, usePages } from '../api/hooks.ts'
import texts from '../copy/lists.json' with { type: 'json' }
import { Export } from './export.tsx'
import { type List, ListPanel, type ListPanelProps, pagedListOf } from './list-panel.tsx'
import { Empty } from './panel.tsx'
import type { Column } from './table.tsx'

interface ListTexts {
  title?: string
  /** The table's name, if it is not the title. */
  label?: string
  about?: string
  file?: string
  empty: string
  /** What to do about an empty list. */
  hint?: string
}

/** A text, or one from what the first page says about the list. */
type ByMeta<N extends OperationName> = string | undefined | ((meta: ResponseOf<N>['meta']) => string | undefined)
type VersionOf<N extends OperationName> = (row: RowOf<N>) => string | undefined

interface ReadPanelProps<N extends keyof typeof texts & OperationName>
  extends Partial<Omit<ListPanelProps<RowOf<N>>, 'list' | 'columns' | 'title' | 'about'>> {
  read: N
  input?: Given<N>
  /** Rows per page. Omit it to load all. */
  limit?: number
  title?: ByMeta<N>
  about?: ByMeta<N>
  columns?: readonly Column<RowOf<N>>[] | ((versionOf: VersionOf<N>, rows: readonly RowOf<N>[]) => Column<RowOf<N>>[])
  /** Reads the list again while a row is in progress. */
  isBusy?: (row: RowOf<N>) => boolean
}

/** A table of an operation's rows, with their CSV. */
export function ReadPanel<N extends keyof typeof texts & OperationName>(props: ReadPanelProps<N>) {
  const { read, input = {} as Given<N>, limit, title, about, columns, isBusy, actions, ...panel } = props
  const { file, empty, hint, ...look }: ListTexts = texts[read]
  const query = usePages(read, { ...input, ...(limit !== undefined && { limit }) }, (pages) =>
    isBusy !== undefined && pages.some(({ data }) => (data as RowOf<N>[]).some(isBusy)) ? 1500 : false,
  )
  const versionOf = (row: unknown) => rowOf(query.data as never, (row as { id: string }).id)?.version
  const meta = query.data?.pages[0]?.meta
  const textOf = (text: ByMeta<N>) => (typeof text === 'function' ? meta && text(meta) : text)
  const list = pagedListOf(query as never) as List<RowOf<N>>
  const shown = typeof columns === 'function' ? columns(versionOf, list.rows ?? []) : columns
  return (
    <ListPanel
      empty={<Empty title={empty}>{hint}</Empty>}
      {...look}
      title={textOf(title) ?? look.title}
      about={textOf(about) ?? look.about}
      {...panel}
      {...(shown && { columns: shown })}
      list={list}
      actions={
        <>
          {file !== undefined && <Export operation={read} input={input} name={file} />}
          {actions}
        </>
      }
    />
  )
}
