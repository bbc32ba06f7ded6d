import type { ResponseOf } from '../../api/client.ts'
import { reachOf } from '../../charts/change-bar-scale.ts'
import { Whisker } from '../../charts/whisker.tsx'
import { endsOf } from '../../charts/whisker-scale.ts'
import { engineName } from '../../copy/engines.ts'
import { type ChangeRow, describeInterval, type TestedChange, testedChange } from '../../copy/intervals.ts'
import { formats, type Metric, metrics } from '../../copy/metrics.ts'
import { countOf, percent } from '../../format/numbers.ts'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stats } from '../../ui/stats.tsx'
import { type Column, mainColumn, minorColumn, numberColumn, Table } from '../../ui/table.tsx'
import { Drivers, Sentences } from '../figures/drivers.tsx'
import { ChangeLine, partsOf } from '../figures/what-changed.tsx'

export type Report = ResponseOf<'get-report'>['data']
type Figures = Report['sections']['figures']
type Changes = Report['sections']['changes']

type StoredChange = NonNullable<Changes>['data'][number]

/** A stored change row. Older reports lack the optional fields. */
type StoredRow = Omit<StoredChange, 'headline' | 'cause' | 'drivers' | 'figures'> &
  Partial<Pick<StoredChange, 'headline' | 'cause' | 'drivers'>> &
  Pick<ChangeRow, 'figures'>

export const ownChange = (section: Changes): StoredRow | undefined =>
  section?.data.find(({ is_our_brand }) => is_our_brand)

const order = Object.keys(metrics) as Metric[]

export function ReportFigures({ section, changes }: { section: Figures; changes: Changes }) {
  const own = section?.data.find(({ is_our_brand }) => is_our_brand)
  if (section === null || own === undefined) return null
  const { answers, prompts, speaks_of } = section.meta
  const change = ownChange(changes)
  return (
    <div>
      <Stats
        stats={order.map((metric) => ({
          label: metrics[metric].name,
          value: formats[metric](own[metric].value),
          detail: (
            <>
              <Since tested={change && testedChange(change, metric)} metric={metric} />
              <Whisker
                figure={own[metric]}
                ends={metric === 'avg_rank' ? { from: 1, to: Math.max(2, section.data.length) } : { from: 0, to: 100 }}
              />
              <span className="mt-1 block">{describeInterval(metric, own[metric], prompts, speaks_of)}</span>
            </>
          ),
        }))}
      />
      <p className="mt-3 text-sm text-muted">
        {countOf(answers, 'answer')} to {countOf(prompts, 'prompt')}.
      </p>
    </div>
  )
}

const Since = ({ tested, metric }: { tested: TestedChange | undefined; metric: Metric }) => (
  <span className="inline-flex items-center gap-2 text-sm text-muted">
    <DeltaChip tested={tested} metric={metric} />
    {tested?.value != null && tested.previous_value !== null && `from ${formats[metric](tested.previous_value)}`}
  </span>
)

export function ReportRanking({ section }: { section: Figures }) {
  if (section === null || section.data.length === 0) return null
  const ends = endsOf(
    section.data.map(({ visibility_pct }) => visibility_pct),
    false,
  )
  const columns: readonly Column<(typeof section.data)[number]>[] = [
    mainColumn('Name', ({ name }) => <bdi>{name}</bdi>),
    numberColumn('Visibility', ({ visibility_pct: { value } }) => percent(value)),
    minorColumn({ name: '95% interval', className: 'min-w-40' }, ({ visibility_pct: figure }) => (
      <Whisker figure={figure} ends={ends} />
    )),
    numberColumn('Share of voice', ({ market_share_pct: { value } }) => percent(value), 'minor'),
    numberColumn('Sentiment', ({ sentiment_score: { value } }) => formats.sentiment_score(value), 'minor'),
    numberColumn('Average position', ({ avg_rank: { value } }) => formats.avg_rank(value)),
  ]
  return (
    <Panel title="Compared with competitors" about="up to 10 most visible">
      <Table label="Compared with competitors" columns={columns} rows={section.data} />
    </Panel>
  )
}

export function ReportChanges({ title, section }: { title: string; section: Changes }) {
  const rows: StoredRow[] = (section?.data ?? []).filter(({ change }) => change !== null)
  if (rows.length === 0) return null
  const reach = reachOf(rows.map(partsOf))
  const first = [...rows].sort((a, b) => Number(b.is_our_brand) - Number(a.is_our_brand))
  return (
    <Panel title={title} about="visibility compared with the previous period">
      <ul aria-label={title} className="divide-y divide-line">
        {first.map((row) => {
          const name = row.segment === null ? row.name : engineName(row.segment)
          const isOwn = row.is_our_brand && row.segment === null
          return (
            <ChangeLine
              key={`${row.segment} ${row.id}`}
              {...{ row, name, isOwn, reach }}
              sentences={row.segment !== null && <Sentences row={row} />}
            />
          )
        })}
      </ul>
    </Panel>
  )
}

export function ReportDrivers({ section }: { section: Changes }) {
  const drivers = ownChange(section)?.drivers ?? []
  if (drivers.length === 0) return null
  return (
    <Panel title="Biggest drivers" about="of the change in visibility">
      <Drivers drivers={drivers} />
    </Panel>
  )
}
