import type { RowOf } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { barColumn } from '../../ui/bar-cell.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { type Column, column, minorColumn } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useView, Views } from '../../ui/views.tsx'
import words from './words.json' with { type: 'json' }

type PageRow = RowOf<'list-ai-traffic-pages'>

const views = words.statuses
const className = 'md:w-1/5'

const fetchesOf = ({ fetches }: PageRow) => fetches.training + fetches.search + fetches.fetch + fetches.other

/** Pages from bots' fetches to citations and visits of people. */
export function PageFunnel() {
  const { start_date, end_date } = useFilters().input
  const view = useView('pages', views)
  return (
    <ReadPanel
      read="list-ai-traffic-pages"
      input={{ start_date, end_date, status: view === 'all' ? undefined : [view] }}
      limit={10}
      views={<Views label="Pages by reading" name="pages" views={views} />}
      about={({ total }) => `from fetch to visit; ${count(total)} in all`}
      columns={(_, rows) => columnsOf(rows)}
      keyOf={({ url }) => url}
    />
  )
}

const columnsOf = (rows: readonly PageRow[]): Column<PageRow>[] => [
  column('Page', ({ url }) => (
    <bdi title={url} className="block max-w-105 truncate font-mono text-sm max-md:max-w-36">
      {pathOf(url)}
    </bdi>
  )),
  barColumn('Bot visits', fetchesOf, rows, { className, color: () => 'var(--c0)' }),
  barColumn('Citations', ({ citation_count }) => citation_count, rows, {
    ...{ className, isMinor: true, color: () => 'var(--c2)' },
  }),
  barColumn('People, at least', ({ visits }) => visits, rows, { className }),
  minorColumn('Reading', ({ status }) =>
    status === null ? (
      <span className="text-muted">–</span>
    ) : (
      <Tag tone={status === 'visited_falling' ? 'down' : 'warn'}>{views[status]}</Tag>
    ),
  ),
]

/** The path of a web address, or the address if it has none. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${decodeURI(pathname)}${search}`
}
