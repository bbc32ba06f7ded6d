import { type DataOf, useRead } from '../../api/hooks.ts'
import { daySeries } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { count, countOf, percent, signed } from '../../format/numbers.ts'
import { BrandLink, useFilters, ViewLink } from '../../frame/brand.tsx'
import { barColumn } from '../../ui/bar-cell.tsx'
import { SaveRows } from '../../ui/export.tsx'
import { Empty, LoadedPanel } from '../../ui/panel.tsx'
import { agoColumn, type Column, column, minorColumn, numberColumn, Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { EngineTile, Tile } from '../../ui/tiles.tsx'
import words from './words.json' with { type: 'json' }

type Bot = DataOf<'get-crawler-summary'>['bots'][number]

const purposes: Readonly<Record<string, string>> = words.purposes
/** The engines of operators, for the bots' tiles. */
const engines: Readonly<Record<string, string>> = words.engines

/** Purposes of visits while a person waits for the result. */
export const isLive = ({ purpose }: Bot) => purpose === 'fetch' || purpose === 'agent'

const botColumn = column<Bot>('Bot', ({ bot_name, bot_category }) => (
  <span className="flex items-center gap-[9px]">
    {engines[bot_category] === undefined ? <Tile name={bot_name} /> : <EngineTile engine={engines[bot_category]} />}
    <span className="font-medium md:whitespace-nowrap">{bot_name}</span>
  </span>
))

const purposeColumn = minorColumn<Bot>('Purpose', (bot) => (
  <Tag tone={isLive(bot) ? 'accent' : 'flat'}>{purposes[bot.purpose] ?? 'Other'}</Tag>
))

const moreColumns: readonly Column<Bot>[] = [
  numberColumn('Verified', ({ verified_visits }) => count(verified_visits), 'minor'),
  numberColumn('Signed', ({ signed_visits }) => count(signed_visits), 'minor'),
  numberColumn('Spoofed', ({ spoofed_visits: visits }) =>
    visits === 0 ? '0' : <span className="text-down">{count(visits)}</span>,
  ),
  agoColumn('Last visit', ({ last_visit_at }) => last_visit_at),
]

/** The bots that read the site most, or all with all figures. */
export function Bots({ isWhole = false }: { isWhole?: boolean }) {
  const { start_date, end_date } = useFilters().input
  const query = useRead('get-crawler-summary', { start_date, end_date })
  const { bots = [], totals } = query.data?.data ?? {}
  const spoofed = totals?.spoofed_visits ?? 0
  const color = (bot: Bot) => (isLive(bot) ? 'var(--accent)' : 'var(--c0)')
  const columns = [
    botColumn,
    purposeColumn,
    barColumn('Visits', ({ visits }) => visits, bots, { className: 'w-[32%]', color }),
    changeColumn<Bot>(({ visits_delta }) => visits_delta),
    numberColumn<Bot>('Errors', ({ error_share_pct }) => percent(error_share_pct), 'minor'),
    ...(isWhole ? moreColumns : []),
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
          {!isWhole && (
            <ViewLink change={{ tab: 'bots' }} className="text-sm font-medium text-accent hover:underline">
              All {count(bots.length)}
            </ViewLink>
          )}
          <SaveRows rows={bots} name="bots" />
        </>
      }
      {...(spoofed > 0 && {
        footnote: `${countOf(spoofed, 'visit')} faked a bot’s name and are not counted.`,
      })}
    >
      {() => (
        <Table
          label="Bots"
          columns={columns}
          rows={isWhole ? bots : bots.filter(({ visits }) => visits > 0).slice(0, 8)}
          keyOf={({ bot_name }) => bot_name}
          empty={<NoVisits />}
        />
      )}
    </LoadedPanel>
  )
}

/** A change of counts. Gray, because it is not tested. */
export const changeColumn = <T,>(of: (row: T) => number): Column<T> =>
  numberColumn('Change', (row) => <span className="text-muted">{signed(of(row), 0)}</span>, 'minor')

/** In addition to the line for all bots. */
const maxLines = 5

const linesOf = ({ bot_name, points }: DataOf<'get-crawler-trend'>['bots'][number]) => ({
  id: bot_name,
  name: bot_name,
  days: points.map(({ start_date, visits }) => ({ day: start_date, value: visits })),
})

export function BotDays() {
  const { start_date, end_date } = useFilters().input
  const query = useRead('get-crawler-summary', { start_date, end_date })
  const trend = useRead('get-crawler-trend', { start_date, end_date })
  return (
    <LoadedPanel
      query={query}
      lines={10}
      title={`${count(query.data?.data.totals.visits)} visits`}
      about={`${count(query.data?.data.totals.previous_visits)} in the previous period`}
    >
      {({ data: { totals, days } }) =>
        totals.visits > 0 && (
          <LineChart
            title="Daily visits of all bots and of the most frequent ones"
            format={count}
            series={daySeries(
              { id: 'all', name: 'All bots', days: days.map(({ date, visits }) => ({ day: date, value: visits })) },
              (trend.data?.data.bots ?? []).slice(0, maxLines).map(linesOf),
            )}
          />
        )
      }
    </LoadedPanel>
  )
}

/** The empty state: visits come only from log imports or log drains. */
export function NoVisits() {
  const linkClass = 'text-accent underline'
  return (
    <Empty title="No visits in this period">
      Sightline finds them in your web server’s logs.{' '}
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
