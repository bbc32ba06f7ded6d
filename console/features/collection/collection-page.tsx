import { type RowOf, usePages, useRead, useWrite } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { longDay, shortDay } from '../../format/days.ts'
import { count, dollars, percent } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { actionsColumn, type Column, mainColumn, minorColumn, numberColumn, Table } from '../../ui/table.tsx'
import { Clock } from '../../ui/time.tsx'
import { TabViews } from '../../ui/views.tsx'
import { Budget, type Estimate } from './budget.tsx'
import { Imports } from './imports.tsx'
import { PlanEngine } from './plan-engine.tsx'
import { Planner } from './planner.tsx'
import { ProviderSources } from './provider-sources.tsx'
import { RunNow } from './run-now.tsx'
import { RunningTasks } from './running-tasks.tsx'

const views = {
  plan: ['Plan', Plan],
  coverage: ['Coverage', Coverage],
  rounds: ['Runs', Rounds],
  sources: ['Providers', ProviderSources],
  imports: ['Imports', Imports],
} as const

export const CollectionPage = () => (
  <Page title="Data collection" about="Engines, providers, frequency and cost of collecting answers.">
    <TabViews label="Data collection" views={views} />
  </Page>
)

type Round = RowOf<'list-collection-runs'>

const columns: readonly Column<Round>[] = [
  mainColumn('Run', ({ engine, started_at, reasons }) => (
    <>
      {engineName(engine)} <Clock at={started_at} className="text-sm text-muted" />
      {reasons.map(({ reason, questions }) => (
        <span key={reason} className="block text-sm text-down [overflow-wrap:anywhere]">
          <bdi>
            {count(questions)}× {reason}
          </bdi>
        </span>
      ))}
    </>
  )),
  numberColumn('Planned', ({ planned }) => count(planned)),
  numberColumn('Collected', ({ collected }) => count(collected)),
  numberColumn('None shown', ({ none_shown }) => count(none_shown), 'minor'),
  numberColumn('Failed', ({ failed }) => count(failed)),
  numberColumn('Pending', ({ pending }) => count(pending), 'minor'),
  numberColumn('Cost', ({ cost_usd }) => dollars(cost_usd), 'minor'),
]

function Rounds() {
  const query = usePages('list-collection-runs', { limit: 50 })
  return (
    <ListPanel
      title="Runs"
      about="newest first"
      actions={<Export operation="list-collection-runs" name="runs" />}
      list={pagedListOf(query)}
      columns={columns}
      keyOf={({ engine, started_at }) => `${engine} ${started_at}`}
      empty={<Empty title="No runs yet">Runs start on schedule or with “Run now”.</Empty>}
    />
  )
}

type Row = RowOf<'get-collection-coverage'>

/** The share of planned answers that was collected, by engine and day. */
function Coverage() {
  const { input } = useFilters()
  const { start_date, end_date } = input
  const query = useRead('get-collection-coverage', { start_date, end_date, group_by: ['engine', 'day'] })
  return (
    <>
      <FilterBar takes={[]} comparison={false} />
      <Loaded query={query}>
        {({ data, meta: { total } }) =>
          total.planned === 0 ? (
            <Empty title="No planned answers in this period" />
          ) : (
            <div className="space-y-5">
              <Panel
                title={`${percent(shareOf(total), 0)} of planned answers collected`}
                about={`${count(total.collected)} answers, ${count(total.none_shown)} none shown, ${count(total.failed)} failed, ${dollars(total.cost_usd)}`}
              >
                <Calendar rows={data} />
              </Panel>
              {total.reasons.length > 0 && (
                <Panel title="Failure reasons">
                  <ul className="space-y-1">
                    {total.reasons.map(({ reason, questions }) => (
                      <li key={reason} className="flex justify-between gap-4">
                        <bdi>{reason}</bdi>
                        <span>{count(questions)}</span>
                      </li>
                    ))}
                  </ul>
                </Panel>
              )}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

const shareOf = ({ planned, collected, none_shown }: Pick<Row, 'planned' | 'collected' | 'none_shown'>) =>
  planned === 0 ? null : (100 * (collected + none_shown)) / planned

function Calendar({ rows }: { rows: readonly Row[] }) {
  const engines = [...new Set(rows.map(({ engine }) => engine ?? ''))].sort()
  const days = [...new Set(rows.map(({ day }) => day ?? ''))].sort()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="overflow-x-auto" aria-label="Coverage by engine and day" tabIndex={0}>
      <table className="text-sm">
        <thead>
          <tr>
            <th scope="col" className="pr-3 text-left font-normal text-muted">
              Engine
            </th>
            {days.map((day) => (
              <th key={day} scope="col" className="px-0.5 text-xs font-normal whitespace-nowrap text-muted">
                {shortDay(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {engines.map((engine) => (
            <tr key={engine}>
              <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap">
                {engineName(engine)}
              </th>
              {days.map((day) => (
                <Cell
                  key={day}
                  day={day}
                  row={rows.find((row) => row.engine === engine && row.day === day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ day, row }: { day: string; row: Row | undefined }) {
  if (row === undefined || row.planned === 0) return <td className="px-0.5 py-1 text-center text-muted">·</td>
  const share = shareOf(row) ?? 0
  const tone =
    share >= 95
      ? 'bg-accent-soft text-accent'
      : share >= 50
        ? 'bg-warn-soft text-warn'
        : 'bg-down-soft text-down'
  const words = `${longDay(day)}: ${count(row.collected + row.none_shown)} of ${count(row.planned)} collected`
  return (
    <td className="px-0.5 py-1">
      <span title={words} className={`block min-w-10 rounded px-1.5 py-1 text-center ${tone}`}>
        {percent(share, 0)}
      </span>
    </td>
  )
}

type Engine = Estimate['engines'][number]

function Plan() {
  const may = usePermission()
  const query = useRead('estimate-collection')
  const mayPlan = may('set-collection') && may('list-sources')
  const run = useWrite('start-task', { changes: ['list-tasks'] })
  const columns: Column<Engine>[] = [
    mainColumn('Engine', ({ engine }) => engineName(engine)),
    minorColumn('Provider', ({ source }) => source ?? <span className="text-down">none</span>),
    numberColumn('Prompts', ({ prompts }) => count(prompts), 'minor'),
    numberColumn('Answers per month', ({ answers_per_month }) => count(answers_per_month)),
    numberColumn('Cost per month', ({ usd_per_month }) => dollars(usd_per_month), 'minor'),
    actionsColumn(({ engine }) => (
      <>
        {may('run-collection') && (
          <RunNow write={run} engine={engine}>
            Run now
          </RunNow>
        )}
        <ChangePlan engine={engine} isHidden={!mayPlan} />
      </>
    )),
  ]
  return (
    <>
      <ProblemNote problem={run.error} />
      <RunningTasks operation="run-collection" />
      <Loaded query={query}>
        {({ data }) => (
          <div className="space-y-5">
            <Budget estimate={data} />
            <Panel
              title="Engines"
              about="planned answers at known prices"
              actions={<DialogButton isHidden={!mayPlan} label="Add engine" dialog={PlanEngine} />}
            >
              {data.engines.length + data.paused.length === 0 ? (
                <Empty title="No engines yet">Add a provider with its API key, then add its engines.</Empty>
              ) : (
                <Table label="Plan" columns={columns} rows={data.engines} keyOf={({ engine }) => engine} />
              )}
              {data.paused.length > 0 && (
                <ul aria-label="Paused" className="mt-3 space-y-2">
                  {data.paused.map((engine) => (
                    <li key={engine} className="flex items-center justify-between gap-3 text-muted">
                      {engineName(engine)}: paused
                      <ChangePlan engine={engine} isHidden={!mayPlan} />
                    </li>
                  ))}
                </ul>
              )}
            </Panel>
            <Planner />
          </div>
        )}
      </Loaded>
    </>
  )
}

const ChangePlan = ({ engine, isHidden }: { engine: string; isHidden: boolean }) => (
  <DialogButton
    label="Edit"
    name={`Edit plan for ${engineName(engine)}`}
    isHidden={isHidden}
    dialog={PlanEngine}
    given={{ engine }}
  />
)
