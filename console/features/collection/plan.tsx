import { useState } from 'react'
import { useRead, useWrite } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { actionsColumn, type Column, numberColumn, Table } from '../../ui/table.tsx'
import { Budget, type Estimate } from './budget.tsx'
import { PlanEngine } from './plan-engine.tsx'
import { Planner } from './planner.tsx'
import { RunningTasks } from './running-tasks.tsx'

type Engine = Estimate['engines'][number]

export function Plan() {
  const may = usePermission()
  const query = useRead('estimate-collection')
  /** The engine of the open plan; `new` to choose one. */
  const [planned, setPlanned] = useState<string>()
  const mayPlan = may('set-collection') && may('list-sources')
  const { brandId } = useBrand()
  const run = useWrite('start-task', { changes: ['list-tasks'] })
  const columns: Column<Engine>[] = [
    { name: 'Engine', className: 'w-full', cell: ({ engine }) => engineName(engine) },
    {
      name: 'Provider',
      isMinor: true,
      cell: ({ source }) => source ?? <span className="text-down">none</span>,
    },
    { name: 'Prompts', isNumber: true, isMinor: true, cell: ({ prompts }) => count(prompts) },
    { name: 'Answers per month', isNumber: true, cell: ({ answers_per_month }) => count(answers_per_month) },
    numberColumn('Cost per month', ({ usd_per_month }) => dollars(usd_per_month), 'minor'),
    actionsColumn(({ engine }) => (
      <>
        {may('run-collection') && (
          <Button
            disabled={run.isPending}
            onClick={() =>
              run.mutate({
                operation: 'run-collection',
                brand_id: brandId,
                input: JSON.stringify({ engine }),
              })
            }
          >
            Run now
          </Button>
        )}
        {mayPlan && <ChangePlan engine={engine} onOpen={setPlanned} />}
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
              actions={mayPlan && <Button onClick={() => setPlanned('new')}>Add engine</Button>}
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
                      {mayPlan && <ChangePlan engine={engine} onOpen={setPlanned} />}
                    </li>
                  ))}
                </ul>
              )}
            </Panel>
            <Planner />
          </div>
        )}
      </Loaded>
      {planned !== undefined && (
        <PlanEngine engine={planned === 'new' ? undefined : planned} onClose={() => setPlanned(undefined)} />
      )}
    </>
  )
}

function ChangePlan({ engine, onOpen }: { engine: string; onOpen: (engine: string) => void }) {
  return (
    <Button aria-label={`Edit plan for ${engineName(engine)}`} onClick={() => onOpen(engine)}>
      Edit
    </Button>
  )
}
