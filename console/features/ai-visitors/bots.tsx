import { type DataOf, useRead } from '../../api/hooks.ts'
import { daySeries } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { count, percent, signed } from '../../format/numbers.ts'
import { BrandLink, useFilters, ViewLink } from '../../frame/brand.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { SaveRows } from '../../ui/export.tsx'
import { Empty, Loaded, LoadedPanel, Panel } from '../../ui/panel.tsx'
import { agoColumn, type Column, column, minorColumn, numberColumn, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { EngineTile, Tile } from '../../ui/tiles.tsx'

type Bot = DataOf<'get-crawler-summary'>['bots'][number]

const purposes: Record<string, string> = {
  training: 'Training',
  search: 'Search index',
  fetch: 'Live answer',
  agent: 'Agent',
  data: 'Data set',
}

/** Purposes of visits while a person waits for the result. */
export const isLive = ({ purpose }: Bot) => purpose === 'fetch' || purpose === 'agent'

/** The engine of a bot's operator, for its tile. */
const engines: Record<string, string> = {
  openai: 'chatgpt',
  anthropic: 'claude',
  google: 'gemini',
  perplexity: 'perplexity',
  microsoft: 'copilot',
  xai: 'grok',
}

const botColumn = column<Bot>('Bot', ({ bot_name, bot_category }) => (
  <span className="flex items-center gap-[9px]">
    {engines[bot_category] === undefined ? (
      <Tile name={bot_name} />
    ) : (
      <EngineTile engine={engines[bot_category]} />
    )}
    <span className="font-medium md:whitespace-nowrap">{bot_name}</span>
  </span>
))

const purposeColumn = minorColumn<Bot>('Purpose', (bot) => (
  <Tag tone={isLive(bot) ? 'accent' : 'flat'}>{purposes[bot.purpose] ?? 'Other'}</Tag>
))

/** The bots that read the site most. */
export function Bots() {
  const { start_date, end_date } = useFilters().input
  const query = useRead('get-crawler-summary', { start_date, end_date })
  const seen = query.data?.data.bots.filter(({ visits }) => visits > 0) ?? []
  const spoofed = query.data?.data.totals.spoofed_visits ?? 0
  const columns: readonly Column<Bot>[] = [
    botColumn,
    purposeColumn,
    {
      name: 'Visits',
      className: 'w-[32%]',
      cell: (bot) => (
        <BarCell
          value={(bot.visits * 100) / Math.max(1, seen[0]?.visits ?? 0)}
          text={count(bot.visits)}
          {...(!isLive(bot) && { color: 'var(--c0)' })}
        />
      ),
    },
    changeColumn(({ visits_delta }) => visits_delta),
    numberColumn('Errors', ({ error_share_pct }) => percent(error_share_pct), 'minor'),
  ]
  return (
    <LoadedPanel
      query={query}
      lines={9}
      title="Bots"
      about="who reads your site, and why"
      isFlush
      actions={
        <>
          <ViewLink change={{ tab: 'bots' }} className="text-sm font-medium text-accent hover:underline">
            All {count(query.data?.data.bots.length)}
          </ViewLink>
          <SaveRows rows={seen} name="bots" />
        </>
      }
      {...(spoofed > 0 && {
        footnote: `${count(spoofed)} more ${spoofed === 1 ? 'visit' : 'visits'} faked a bot’s name and aren’t counted.`,
      })}
    >
      {() => (
        <Table
          label="Bots"
          columns={columns}
          rows={seen.slice(0, 8)}
          keyOf={({ bot_name }) => bot_name}
          empty={<NoBots />}
        />
      )}
    </LoadedPanel>
  )
}

/** A change of counts. Gray, because it is not tested. */
export const changeColumn = <T,>(of: (row: T) => number): Column<T> =>
  numberColumn('Change', (row) => <span className="text-muted">{signed(of(row), 0)}</span>, 'minor')

const allBots = { id: 'all', name: 'All bots' }

/** In addition to the line for all bots. */
const maxLines = 5

const linesOf = ({ bot_name, points }: DataOf<'get-crawler-trend'>['bots'][number]) => ({
  id: bot_name,
  name: bot_name,
  days: points.map(({ start_date, visits }) => ({ day: start_date, value: visits })),
})

/** All bots with all figures. */
export function AllBots() {
  const { input } = useFilters()
  const { start_date, end_date } = input
  const query = useRead('get-crawler-summary', { start_date, end_date })
  const trend = useRead('get-crawler-trend', { start_date, end_date })
  const columns: Column<Bot>[] = [
    { ...botColumn, className: 'w-full' },
    purposeColumn,
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
          <NoBots />
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
export function NoBots() {
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
