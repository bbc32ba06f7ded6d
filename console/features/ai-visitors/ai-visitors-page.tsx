import { useState } from 'react'
import type { Input } from '../../api/client.ts'
import { type DataOf, type RowOf, usePages, useRead } from '../../api/hooks.ts'
import { daySeries } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { count, countOf, firstOf, percent } from '../../format/numbers.ts'
import { utcTime } from '../../format/times.ts'
import { BrandLink, useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { Export, SaveRows } from '../../ui/export.tsx'
import { Select } from '../../ui/field.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import {
  agoColumn,
  type Column,
  column,
  mainColumn,
  minorColumn,
  numberColumn,
  Table,
} from '../../ui/table.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { enginesColumn } from '../cited-sources/site-owner.tsx'
import { Connections } from './connections.tsx'

const tabs = {
  bots: 'Bots',
  visits: 'Visits',
  pages: 'All pages',
  cited: 'Read and cited',
  uncited: 'Read, not cited yet',
  unread: 'Cited, not read',
  connections: 'Connections',
} as const

/** The pages on each tab and a description. */
const pageTabs = {
  pages: { about: 'bot visits and citations per page', chosen: {} },
  cited: { about: 'bots read these pages, and answers cite them', chosen: { visited: true, cited: true } },
  uncited: {
    about: 'bots read these pages, but no answer in this period cites them: compare them with cited ones',
    chosen: { visited: true, cited: false },
  },
  unread: {
    about:
      'answers cite these pages, but no bot read them in this period: engines know them from earlier or from elsewhere',
    chosen: { visited: false, cited: true },
  },
} as const

const pageColumn = <T extends { domain: string | null; path: string | null }>(): Column<T> =>
  mainColumn('Page', ({ domain, path }) => (
    <bdi>
      <span className="text-muted">{domain}</span>
      {path ?? '–'}
    </bdi>
  ))

export function AiVisitorsPage() {
  const tab = useTab(tabs)
  return (
    <Page
      title="AI traffic"
      about="AI bots that read your website, from your server logs."
      filters={tab !== 'connections' && <FilterBar takes={[]} comparison={false} />}
    >
      <Tabs label="AI traffic" tabs={tabs} />
      {tab === 'bots' && <Bots />}
      {tab === 'visits' && <Visits />}
      {tab === 'connections' && <Connections />}
      {tab in pageTabs && <PagesRead key={tab} kind={tab as keyof typeof pageTabs} />}
    </Page>
  )
}

const allBots = { id: 'all', name: 'All bots' }

/** In addition to the line for all bots. */
const maxLines = 5

const linesOf = ({ bot_name, points }: DataOf<'get-crawler-trend'>['bots'][number]) => ({
  id: bot_name,
  name: bot_name,
  days: points.map(({ start_date, visits }) => ({ day: start_date, value: visits })),
})

type Bot = DataOf<'get-crawler-summary'>['bots'][number]

function Bots() {
  const { input } = useFilters()
  const { start_date, end_date } = input
  const query = useRead('get-crawler-summary', { start_date, end_date })
  const trend = useRead('get-crawler-trend', { start_date, end_date })
  const columns: Column<Bot>[] = [
    mainColumn('Bot', ({ bot_name, bot_category }) => (
      <>
        {bot_name} <span className="text-sm text-muted">{bot_category}</span>
      </>
    )),
    numberColumn('Visits', ({ visits }) => count(visits)),
    numberColumn('Previous', ({ previous_visits }) => count(previous_visits), 'minor'),
    numberColumn('Verified', ({ verified_visits }) => count(verified_visits), 'minor'),
    numberColumn('Signed', ({ signed_visits }) => count(signed_visits), 'minor'),
    numberColumn('Spoofed', ({ spoofed_visits: visits }) =>
      visits === 0 ? '0' : <span className="text-down">{count(visits)}</span>,
    ),
    numberColumn('Errors', ({ error_share_pct }) => percent(error_share_pct), 'minor'),
    agoColumn('Last visit', ({ last_visit_at }) => last_visit_at),
  ]
  return (
    <Loaded query={query} lines={10}>
      {({ data: { totals, days, bots } }) =>
        totals.visits === 0 ? (
          <NoVisits />
        ) : (
          <div className="space-y-5">
            <Panel
              title={`${count(totals.visits)} visits`}
              about={`${count(totals.previous_visits)} in the comparison period; ${count(totals.spoofed_visits)} faked a bot’s name and are not counted`}
            >
              <LineChart
                title="Daily visits of all bots and of the most frequent ones"
                format={count}
                series={daySeries(
                  { ...allBots, days: days.map(({ date, visits }) => ({ day: date, value: visits })) },
                  (trend.data?.data.bots ?? []).slice(0, maxLines).map(linesOf),
                )}
              />
            </Panel>
            <Panel title="By bot" actions={<SaveRows rows={bots} name="bots" />}>
              <Table label="Bots" columns={columns} rows={bots} keyOf={({ bot_name }) => bot_name} />
            </Panel>
          </div>
        )
      }
    </Loaded>
  )
}

/** The empty state: visits come only from log imports or log drains. */
function NoVisits() {
  const linkClass = 'text-accent underline'
  return (
    <Empty title="No visits in this period">
      Sightline finds bots in your web server’s logs.{' '}
      <BrandLink to="collection" search={{ tab: 'imports' }} className={linkClass}>
        Import a log file
      </BrandLink>
      , or{' '}
      <BrandLink to="settings" className={linkClass}>
        connect a log drain
      </BrandLink>
      .
    </Empty>
  )
}

function PagesRead({ kind }: { kind: keyof typeof pageTabs }) {
  const { about, chosen } = pageTabs[kind]
  const { input } = useFilters()
  const { start_date, end_date } = input
  const listed = { start_date, end_date, ...chosen }
  const query = usePages('list-website-pages', { ...listed, limit: 50 })
  const total = query.data?.pages[0]?.meta.total
  const columns: Column<RowOf<'list-website-pages'>>[] = [
    pageColumn(),
    numberColumn('Bot visits', ({ visits }) => count(visits)),
    numberColumn('Citations', ({ citation_count }) => count(citation_count)),
    minorColumn('Latest bots', ({ last_visits }) => (
      <span className="block min-w-44 text-sm text-muted">
        {firstOf(last_visits.map(({ bot_name }) => bot_name))}
      </span>
    )),
    ...(kind === 'uncited' ? [] : [enginesColumn('Cited by')]),
  ]
  return (
    <ListPanel
      title={total === undefined ? 'Pages' : `${countOf(total, 'page')}`}
      about={about}
      actions={<Export operation="list-website-pages" input={listed} name="website-pages" />}
      label="Website pages"
      columns={columns}
      list={pagedListOf(query)}
      keyOf={({ page_id }) => page_id}
      empty={<Empty title="No matching pages">Choose a longer period.</Empty>}
    />
  )
}

type Visit = RowOf<'list-crawler-visits'>
type Crawler = NonNullable<Input<'list-crawler-visits'>['crawler']>[number]

const visitColumns: readonly Column<Visit>[] = [
  column('Time', ({ ts }) => (
    <time className="whitespace-nowrap" dateTime={ts}>
      {utcTime(ts)}
    </time>
  )),
  column('Bot', ({ bot_name, bot_category }) => (
    <span className="md:whitespace-nowrap">{bot_name ?? bot_category}</span>
  )),
  pageColumn(),
  minorColumn('Verified by', ({ verified_by }) => verified_by ?? '–'),
]

/** Individual bot visits, newest first. */
function Visits() {
  const { start_date, end_date } = useFilters().input
  const [crawler, setCrawler] = useState('')
  const period = { start_date, end_date }
  const { data: summary } = useRead('get-crawler-summary', period)
  const listed = { ...period, crawler: crawler === '' ? undefined : [crawler as Crawler] }
  const query = usePages('list-crawler-visits', { ...listed, limit: 50 })
  const seen = summary?.data.bots.map(({ bot_name }) => bot_name) ?? []
  // Keep the selected bot listed even if it has no visits in the period.
  const bots = [...new Set(crawler === '' ? seen : [crawler, ...seen])]
  return (
    <ListPanel
      label="Visits"
      columns={visitColumns}
      list={pagedListOf(query)}
      views={
        <Select
          label="Bot"
          value={crawler}
          onChange={(event) => setCrawler(event.target.value)}
          options={[{ value: '', name: 'All bots' }, ...bots.map((name) => ({ value: name, name }))]}
        />
      }
      actions={<Export operation="list-crawler-visits" input={listed} name="visits" />}
      empty={<Empty title="No visits in this period">Choose a longer period or another bot.</Empty>}
      footnote="Newest first, without spoofed visits."
    />
  )
}
