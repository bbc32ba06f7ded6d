import { type ResponseOf, useRead, useReadAll } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { addDays, daysBetween, today } from '../../format/days.ts'
import { count, dollars, wholeDollars } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Empty, Loaded, LoadedPanel, Panel } from '../../ui/panel.tsx'
import { type Stat, Stats } from '../../ui/stats.tsx'
import { actionsColumn, type Column, column, countColumn, minorColumn, numberColumn, Table } from '../../ui/table.tsx'
import { EngineName } from '../../ui/tiles.tsx'
import { Ago, Clock } from '../../ui/time.tsx'
import { Calendar } from './calendar.tsx'
import { collectionState, type EngineRow, type Estimate, engineRows, failureOf, perDay } from './collection-status.ts'
import { PlanEngine } from './plan-engine.tsx'
import { RunNow } from './run-now.tsx'
import { RunningTasks } from './running-tasks.tsx'

type CoverageTotal = ResponseOf<'get-collection-coverage'>['meta']['total']

const tones = { up: 'text-up', warn: 'text-warn', down: 'text-down', muted: 'text-muted' } as const
const dots = { up: 'bg-up', warn: 'bg-warn', down: 'bg-down', muted: 'bg-line-strong' } as const

/** Whether answers come in, what failed, and what it costs. */
export function Status() {
  const may = usePermission()
  const { start_date, end_date } = useFilters().input
  const day = today(new Date())
  const estimate = useRead('estimate-collection')
  const coverage = useRead('get-collection-coverage', { start_date, end_date, group_by: ['engine', 'day'] })
  const todays = useRead('get-collection-coverage', { start_date: day, end_date: day, group_by: ['engine'] })
  const trends = useReadAll('list-segment-trends', { dimension: 'engine', start_date, end_date })
  const sources = useRead('list-sources', {}, { enabled: may('list-sources') })
  const days = Array.from({ length: daysBetween(start_date, end_date) }, (_, at) => addDays(start_date, at))
  const answers = trends.data?.meta.executions
  const show = (data: Estimate, { data: covered, meta: { total } }: ResponseOf<'get-collection-coverage'>) => {
    const rows = engineRows(data, covered, todays.data?.data ?? [], trends.data?.data)
    const state = collectionState(data, rows, sources.data?.data ?? [])
    const stats = [
      { label: 'Status', value: state.text, tone: tones[state.tone], detail: state.detail ?? <LastRun /> },
      {
        label: `Answers in ${days.length} days`,
        value: count(answers),
        detail: answers !== undefined && perDay(answers, days.length),
      },
      failedStat(total, todays.data?.meta.total, end_date >= day),
      spendStat(data),
    ]
    return (
      <div className="space-y-4">
        <Stats stats={stats} />
        <LoadedPanel query={trends} title="Answers" about="by engine and day (UTC), red if most failed">
          {() => (rows.length === 0 ? <Empty title="No answers in this period" /> : <Calendar {...{ rows, days }} />)}
        </LoadedPanel>
        <Engines rows={rows} />
        <RunningTasks operation="run-collection" />
        <Problems total={total} />
      </div>
    )
  }
  return (
    <>
      <FilterBar takes={[]} comparison={false} />
      <Loaded query={estimate} lines={12}>
        {({ data }) => <Loaded query={coverage}>{(covered) => show(data, covered)}</Loaded>}
      </Loaded>
    </>
  )
}

function LastRun() {
  const { data } = useRead('list-collection-runs', { limit: 1 })
  const [last] = data?.data ?? []
  return last === undefined ? null : (
    <>
      Last run <Ago at={last.started_at} />
    </>
  )
}

const failedStat = (total: CoverageTotal, todays: CoverageTotal | undefined, isTodayIn: boolean): Stat => ({
  label: 'Failed',
  value: count(total.failed + (isTodayIn ? 0 : (todays?.failed ?? 0))),
  detail: todays && todays.planned > 0 && `${count(todays.pending)} of ${count(todays.planned)} still waiting today`,
})

/** The bar is the used part of the budget, which other brands may share. */
function spendStat({ spent_usd, budget_usd: budget, left_usd: left, usd_per_month }: Estimate): Stat {
  const used = budget === null || left === null || budget === 0 ? null : 1 - left / budget
  return {
    label: 'Spend this month',
    value: dollars(spent_usd),
    detail: (
      <>
        {used !== null && (
          <span aria-hidden="true" className="mt-1 mb-1.5 block h-1.5 rounded-[3px] bg-sunken">
            <span
              className={`block h-full min-w-0.5 rounded-[3px] ${used >= 1 ? 'bg-down' : 'bg-ink-2'}`}
              style={{ width: `${100 * Math.min(1, used)}%` }}
            />
          </span>
        )}
        {budget === null ? 'No budget.' : `${dollars(left)} of ${wholeDollars(budget)} left.`}
        {usd_per_month !== null && usd_per_month > 0 && ` Plan: ${dollars(usd_per_month)} per month`}
      </>
    ),
  }
}

const baseColumns: readonly Column<EngineRow>[] = [
  column({ name: 'Engine', className: 'w-1/5' }, ({ engine }) => <EngineName engine={engine} />),
  minorColumn('Provider', ({ plan }) => <span className="text-muted">{plan?.source ?? '–'}</span>),
  column('Status', ({ state }) => (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-[7px] flex-none rounded-full ${dots[state.tone]}`} />
      {state.text}
    </span>
  )),
  numberColumn('Prompts', ({ plan }) => count(plan?.prompts), 'minor'),
  countColumn('Answers', ({ answers = 0 }) => answers, 'minor'),
  numberColumn(
    'Collected today',
    ({ today: row }) => (row ? `${count(row.collected + row.none_shown)} of ${count(row.planned)}` : '–'),
    'minor',
  ),
  numberColumn('Planned per month', ({ plan }) => count(plan?.answers_per_month), 'minor'),
  numberColumn('Cost per month', ({ plan }) => dollars(plan?.usd_per_month), 'minor'),
]

function Engines({ rows }: { rows: readonly EngineRow[] }) {
  const may = usePermission()
  const next = rows.flatMap(({ plan }) => plan?.next_run_at ?? []).sort()[0]
  const columns = [
    ...baseColumns,
    actionsColumn<EngineRow>(({ engine, plan, state }) => (
      <>
        {plan !== undefined && may('run-collection') && <RunNow label="Run now" engine={engine} />}
        <DialogButton
          label="Edit"
          name={`Edit plan for ${engineName(engine)}`}
          isHidden={!may('set-collection') || !may('list-sources') || (plan === undefined && state.text !== 'Paused')}
          dialog={PlanEngine}
          given={{ engine }}
        />
      </>
    )),
  ]
  return (
    <Panel
      title="Engines"
      about={
        next && (
          <>
            Next run <Clock at={next} />
          </>
        )
      }
      isFlush
    >
      <Table
        label="Engines"
        columns={columns}
        rows={rows}
        empty={<Empty title="No engines yet">Add a provider with its API key, then add its engines.</Empty>}
      />
    </Panel>
  )
}

const Problems = ({ total: { reasons } }: { total: CoverageTotal }) => (
  <Panel title="Problems" about="in this period">
    <RowList label="Problems" rows={reasons} empty={<p className="text-muted">Nothing failed.</p>}>
      {({ reason, questions }) => (
        <li key={reason} className="flex justify-between gap-4 py-2">
          <span>
            <bdi className="font-medium">{failureOf(reason)[0]}</bdi>
            <span className="block text-sm text-muted">{failureOf(reason)[1]}</span>
          </span>
          {count(questions)}
        </li>
      )}
    </RowList>
  </Panel>
)
