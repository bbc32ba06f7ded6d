import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { count, dollars } from '../../format/numbers.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { useMay } from '../../frame/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { engineName } from '../../words/engines.ts'
import { Budget, type Estimate } from './budget.tsx'
import { Planner } from './planner.tsx'
import { RunningTasks } from './running-tasks.tsx'

type Engine = Estimate['engines'][number]

export function Plan() {
  const { workspaceId, brandId } = useBrand()
  const may = useMay(workspaceId)
  const query = useQuery(read(workspaceId, 'estimate-collection', { brand_id: brandId }))
  const [isAdding, setAdding] = useState(false)
  const run = useWrite('start-task', { workspaceId, changes: ['list-tasks'] })
  const columns: Column<Engine>[] = [
    { name: 'Engine', className: 'w-full', cell: ({ engine }) => engineName(engine) },
    {
      name: 'Provider',
      isMinor: true,
      cell: ({ source }) => source ?? <span className="text-bad">none</span>,
    },
    { name: 'Prompts', isNumber: true, isMinor: true, cell: ({ prompts }) => count(prompts) },
    { name: 'A month', isNumber: true, cell: ({ answers_per_month }) => count(answers_per_month) },
    {
      name: 'Cost a month',
      isNumber: true,
      isMinor: true,
      cell: ({ usd_per_month }) => dollars(usd_per_month),
    },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: ({ engine }) =>
        may('run-collection') && (
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
            Ask now
          </Button>
        ),
    },
  ]
  return (
    <>
      {run.error !== null && <ProblemNote problem={run.error} />}
      <RunningTasks operation="run-collection" />
      <Loaded query={query}>
        {({ data }) => (
          <div className="space-y-5">
            <Budget estimate={data} />
            <Panel
              title="What is asked"
              about="as planned, at the prices that are known"
              actions={
                may('set-collection') && <Button onClick={() => setAdding(true)}>Plan an engine</Button>
              }
            >
              {data.engines.length === 0 ? (
                <Empty title="No engine is asked yet">
                  Add a provider first, with its key; then plan the engines that it answers for.
                </Empty>
              ) : (
                <Table label="Plan" columns={columns} rows={data.engines} keyOf={({ engine }) => engine} />
              )}
            </Panel>
            <Planner />
          </div>
        )}
      </Loaded>
      <PlanEngine isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

export function PlanEngine({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspaceId, brandId } = useBrand()
  const sources = useQuery({ ...read(workspaceId, 'list-sources', {}), enabled: isOpen })
  const {
    draft: form,
    change: setForm,
    clear,
  } = useDraft(`plan:${brandId}`, { source_id: '', engine: '', countries: 'US', times_per_day: '1' })
  const set = useWrite('set-collection', {
    workspaceId,
    changes: ['estimate-collection', 'list-sample-sizes'],
    onDone: () => leave(),
  })
  const leave = () => {
    clear()
    onClose()
  }
  const all = sources.data?.data ?? []
  const source = all.find(({ id }) => id === form.source_id) ?? all[0]
  const engine = source?.engines.includes(form.engine) ? form.engine : (source?.engines[0] ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (source === undefined) return
    set.mutate({
      brand_id: brandId,
      engine,
      source_id: source.id,
      countries: form.countries.split(/[\s,]+/).filter((code) => code !== ''),
      times_per_day: Number(form.times_per_day),
      is_active: true,
    })
  }
  return (
    <Dialog title="Plan an engine" isOpen={isOpen} onClose={onClose}>
      {all.length === 0 ? (
        <Empty title="No provider yet">Add one under Providers, with its key.</Empty>
      ) : (
        <form className="space-y-4" onSubmit={submit}>
          {set.error !== null && <ProblemNote problem={set.error} />}
          <Select
            label="Provider"
            value={source?.id ?? ''}
            onChange={(event) => setForm({ ...form, source_id: event.target.value })}
            options={all.map(({ id, name }) => ({ value: id, name }))}
          />
          <Select
            label="Engine"
            value={engine}
            onChange={(event) => setForm({ ...form, engine: event.target.value })}
            options={source?.engines.map((value) => ({ value, name: engineName(value) })) ?? []}
          />
          <Field
            label="Markets"
            hint="Country codes, such as US, DE"
            required
            value={form.countries}
            onChange={(event) => setForm({ ...form, countries: event.target.value.toUpperCase() })}
          />
          <Field
            label="Times a day"
            type="number"
            min={1}
            max={24}
            required
            value={form.times_per_day}
            onChange={(event) => setForm({ ...form, times_per_day: event.target.value })}
          />
          <DialogActions onCancel={leave} isBusy={set.isPending}>
            Plan it
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
