import { useState } from 'react'
import { type DataOf, type RowOf, useRead } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { optionsOf, rowOptions, Select } from '../../ui/field.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'

type Source = RowOf<'list-sources'>
type Stored = DataOf<'get-collection'>

interface PlanEngineProps {
  /** The engine to edit. Omit to let the user choose. */
  engine?: string | undefined
  onClose: () => void
}

/** Edits an engine’s plan: prompts, markets and frequency. Shows the stored plan if there is one. */
export function PlanEngine({ engine, onClose }: PlanEngineProps) {
  const sources = useRead('list-sources')
  return (
    <Dialog title={engine === undefined ? 'Add engine' : `Plan for ${engineName(engine)}`} isOpen onClose={onClose}>
      <Loaded query={sources}>
        {({ data }) =>
          data.length === 0 && engine === undefined ? (
            <Empty title="No providers yet">Add one with its API key under Providers.</Empty>
          ) : (
            <EnginePlan sources={data} engine={engine} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type EnginePlanProps = Pick<PlanEngineProps, 'engine' | 'onClose'> & { sources: readonly Source[] }

function EnginePlan({ sources, engine: given, onClose }: EnginePlanProps) {
  const estimate = useRead('estimate-collection')
  const engines = [...new Set(sources.flatMap((source) => source.engines))]
  const [chosen, setChosen] = useState(engines[0] ?? '')
  const engine = given ?? chosen
  const form = { sources, engine, onClose }
  return (
    <>
      {given === undefined && (
        <Select
          label="Engine"
          value={engine}
          onChange={(event) => setChosen(event.target.value)}
          options={engines.map((value) => ({ value, name: engineName(value) }))}
        />
      )}
      <Loaded query={estimate}>
        {({ data }) =>
          [...data.paused, ...data.engines.map((one) => one.engine)].includes(engine) ? (
            <StoredPlan key={engine} {...form} />
          ) : (
            <PlanForm key={engine} {...form} version="none" />
          )
        }
      </Loaded>
    </>
  )
}

function StoredPlan(form: FormProps) {
  const plan = useRead('get-collection', { engine: form.engine })
  return <Loaded query={plan}>{({ data, version }) => <PlanForm {...form} plan={data} version={version} />}</Loaded>
}

const newPlan = {
  ...{ countries: ['US'], times: 1 as number, per: 'day' as 'day' | 'week' },
  ...{ start_hour: 0, time_zone: 'UTC', is_active: true },
}

function valuesOf(plan: Stored | undefined, sources: readonly Source[]) {
  if (plan === undefined) return { source_id: sources[0]?.id ?? '', ...newPlan }
  const { source_id, countries, times_per_day, times_per_week, start_hour, time_zone, is_active } = plan
  return {
    ...{ source_id: source_id ?? '', countries, start_hour, time_zone, is_active },
    times: times_per_week ?? times_per_day ?? 1,
    per: times_per_week === null ? ('day' as const) : ('week' as const),
  }
}

type PlanValues = ReturnType<typeof valuesOf>

/** @param given all fields of a new plan, or the changed fields of an existing one */
function inputOf({ times, per, ...given }: Partial<PlanValues>, values: PlanValues) {
  if (times === undefined && per === undefined) return given
  return { ...given, [values.per === 'week' ? 'times_per_week' : 'times_per_day']: values.times }
}

interface FormProps {
  sources: readonly Source[]
  engine: string
  onClose: () => void
}

interface PlanFormProps extends FormProps {
  plan?: Stored
  /** `none` for a new plan, so that it never overwrites another member’s. */
  version: string | undefined
}

function PlanForm({ sources, engine, onClose, plan, version }: PlanFormProps) {
  const answering = sources.filter(({ engines }) => engines.includes(engine))
  const isNarrowed = plan !== undefined && plan.tag_ids.length + plan.topic_ids.length > 0
  return (
    <OperationForm
      operation="set-collection"
      version={version}
      ids={{ engine }}
      initial={valuesOf(plan, answering)}
      isComplete={plan === undefined}
      action={plan === undefined ? 'Add' : 'Save'}
      fields={({ source_id, per }, changed) => ({
        source_id: {
          required: plan === undefined || changed.includes('source_id'),
          options: [
            ...(answering.some(({ id }) => id === source_id)
              ? []
              : [{ value: source_id ?? '', name: 'None: deleted, or no longer supports this engine' }]),
            ...rowOptions(answering),
          ],
          words: (id) => sources.find((source) => source.id === id)?.name ?? 'none',
        },
        times: { label: `Times per ${per}`, max: per === 'week' ? '7' : '24' },
        per: { options: optionsOf({ day: 'Day', week: 'Week' }), words: (period) => period },
        is_active: { isHidden: plan === undefined },
      })}
      input={(given, values) => inputOf(plan === undefined ? values : given, values)}
      onDone={onClose}
      onCancel={onClose}
    >
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {isNarrowed && (
        <p className="text-sm text-muted">Runs only prompts of selected topics or tags. Saving keeps this.</p>
      )}
    </OperationForm>
  )
}
