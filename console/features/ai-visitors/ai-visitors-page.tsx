import { useQuery } from '@tanstack/react-query'
import type { Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { usePages } from '../../api/use-pages.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { today } from '../../format/days.ts'
import { count, percent } from '../../format/numbers.ts'
import { ago, utcTime } from '../../format/times.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { engineName } from '../../words/engines.ts'

const tabs = { bots: 'Bots', pages: 'Pages read and cited' } as const

export function AiVisitorsPage() {
  const tab = useTab(tabs)
  return (
    <Page
      title="AI visitors"
      about="Bots of AI companies that read the website, as its logs show them."
      filters={<FilterBar takes={[]} comparison={false} />}
    >
      <Tabs label="AI visitors" tabs={tabs} />
      {tab === 'bots' ? <Bots /> : <PagesRead />}
    </Page>
  )
}

type Bot = Shown<'get-crawler-summary'>['data']['bots'][number]

function Bots() {
  const { workspaceId, brandId } = useBrand()
  const { input } = useFilters()
  const { start_date, end_date } = input
  const query = useQuery(
    read(workspaceId, 'get-crawler-summary', { brand_id: brandId, start_date, end_date }),
  )
  const now = new Date()
  const columns: Column<Bot>[] = [
    {
      name: 'Bot',
      className: 'w-full',
      cell: ({ bot_name, bot_category }) => (
        <>
          {bot_name} <span className="text-sm text-muted">{bot_category}</span>
        </>
      ),
    },
    { name: 'Visits', isNumber: true, cell: ({ visits }) => count(visits) },
    { name: 'Before', isNumber: true, isMinor: true, cell: ({ previous_visits }) => count(previous_visits) },
    {
      name: 'Verified',
      isNumber: true,
      isMinor: true,
      cell: ({ verified_visits }) => count(verified_visits),
    },
    {
      name: 'Spoofed',
      isNumber: true,
      cell: ({ spoofed_visits }) =>
        spoofed_visits === 0 ? '0' : <span className="text-bad">{count(spoofed_visits)}</span>,
    },
    {
      name: 'Errors',
      isNumber: true,
      isMinor: true,
      cell: ({ error_share_pct }) => percent(error_share_pct),
    },
    {
      name: 'Last',
      isMinor: true,
      cell: ({ last_visit_at }) =>
        last_visit_at === null ? (
          '–'
        ) : (
          <time className="whitespace-nowrap" title={utcTime(last_visit_at)}>
            {ago(last_visit_at, now)}
          </time>
        ),
    },
  ]
  return (
    <Loaded query={query} lines={10}>
      {({ data: { totals, days, bots } }) =>
        totals.visits === 0 ? (
          <Empty title="No visits in this period">
            Bring the logs of the web server: <code>sightline import-crawler-logs --help</code>, or have a log
            drain push them (docs/ai-bots.md).
          </Empty>
        ) : (
          <div className="space-y-5">
            <Panel
              title={`${count(totals.visits)} visits`}
              about={`${count(totals.previous_visits)} in the days before; ${count(totals.spoofed_visits)} only claimed to be a bot`}
            >
              <LineChart
                title="Visits day by day"
                format={(value) => count(value)}
                series={[
                  {
                    id: 'visits',
                    name: 'Visits',
                    colour: 'var(--accent)',
                    isOwn: true,
                    points: days.map(({ date, visits }) => ({
                      day: date,
                      value: visits,
                      isPartial: date >= today(now),
                    })),
                  },
                ]}
              />
            </Panel>
            <Panel title="By bot">
              <Table label="Bots" columns={columns} rows={bots} keyOf={({ bot_name }) => bot_name} />
            </Panel>
          </div>
        )
      }
    </Loaded>
  )
}

function PagesRead() {
  const { workspaceId, brandId } = useBrand()
  const { input } = useFilters()
  const { start_date, end_date } = input
  const query = usePages(workspaceId, 'list-website-pages', {
    brand_id: brandId,
    start_date,
    end_date,
    limit: 50,
  })
  const columns: Column<Shown<'list-website-pages'>['data'][number]>[] = [
    {
      name: 'Page',
      className: 'w-full',
      cell: ({ domain, path }) => (
        <bdi className="[overflow-wrap:anywhere]">
          <span className="text-muted">{domain}</span>
          {path}
        </bdi>
      ),
    },
    { name: 'Visits of bots', isNumber: true, cell: ({ visits }) => count(visits) },
    { name: 'Citations', isNumber: true, cell: ({ citation_count }) => count(citation_count) },
    {
      name: 'Cited by',
      isMinor: true,
      cell: ({ engines }) => <span className="text-sm text-muted">{engines.map(engineName).join(', ')}</span>,
    },
  ]
  return (
    <Panel title="Pages" about="what bots read, and what engines cite">
      <Pages
        query={query}
        rowsOf={({ data }) => data}
        empty={<Empty title="No page of yours was read or cited">Widen the period.</Empty>}
      >
        {(rows) => (
          <Table
            label="Pages of the website"
            columns={columns}
            rows={rows}
            keyOf={({ page_id }) => page_id}
          />
        )}
      </Pages>
    </Panel>
  )
}
