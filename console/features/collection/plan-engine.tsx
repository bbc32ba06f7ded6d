import { useState } from 'react'
import { type DataOf, type Given, type RowOf, useRead } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { codesOf } from '../../format/lines.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { optionsOf, rowOptions, Select } from '../../ui/field.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

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

type PlanValues = ReturnType<typeof valuesOf>

function valuesOf(plan: Stored | undefined, sources: readonly Source[]) {
  if (plan === undefined)
    return {
      ...{ source_id: sources[0]?.id ?? '', countries: 'US', times: '1', per: 'day', is_active: true },
      ...{ start_hour: '0', time_zone: 'UTC' },
    }
  const { source_id, countries, times_per_day, times_per_week, start_hour, time_zone, is_active } = plan
  return {
    source_id: source_id ?? '',
    countries: countries.join(', '),
    times: String(times_per_week ?? times_per_day ?? 1),
    per: times_per_week === null ? 'day' : 'week',
    start_hour: String(start_hour),
    time_zone,
    is_active,
  }
}

/** @param given all fields of a new plan, or the changed fields of an existing one */
function inputOf(given: Partial<PlanValues>, values: PlanValues): Omit<Given<'set-collection'>, 'engine'> {
  const { source_id, countries, times, per, start_hour, time_zone, is_active } = given
  const often = (times ?? per) === undefined ? undefined : Number(values.times)
  return {
    ...{ source_id, time_zone, is_active },
    start_hour: start_hour === undefined ? undefined : Number(start_hour),
    countries: countries === undefined ? undefined : codesOf(countries),
    ...(values.per === 'week' ? { times_per_week: often } : { times_per_day: often }),
  }
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
  const { brandId } = useBrand()
  const answering = sources.filter(({ engines }) => engines.includes(engine))
  const edit = useEdit(`plan:${brandId}:${engine}`, valuesOf(plan, answering), version)
  const set = useSave('set-collection', edit, {
    changes: ['get-collection', 'estimate-collection', 'list-sample-sizes'],
    onDone: onClose,
  })
  const { source_id, per } = edit.values
  const isAnswering = answering.some(({ id }) => id === source_id)
  const none = { value: source_id, name: 'None: deleted, or no longer supports this engine' }
  const isNarrowed = plan !== undefined && plan.tag_ids.length + plan.topic_ids.length > 0
  return (
    <EditForm
      edit={edit}
      isComplete={plan === undefined}
      action={plan === undefined ? 'Add' : 'Save'}
      fields={{
        source_id: {
          label: 'Provider',
          required: plan === undefined || edit.changed.includes('source_id'),
          options: [...(isAnswering ? [] : [none]), ...rowOptions(answering)],
          words: (id) => sources.find((source) => source.id === id)?.name ?? 'none',
        },
        countries: {
          label: 'Markets',
          hint: 'Country codes, such as US, DE',
          required: true,
          isUpperCase: true,
        },
        times: {
          ...{ label: `Times per ${per}`, name: 'Frequency', isHalf: 'always', required: true },
          ...{ type: 'number', min: '1', max: per === 'week' ? '7' : '24' },
        },
        per: {
          label: 'Period',
          isHalf: 'always',
          options: optionsOf({ day: 'Day', week: 'Week' }),
          words: (period) => period,
        },
        start_hour: {
          ...{ label: 'First run starts at hour', name: 'Start hour', isHalf: 'always', required: true },
          ...{ type: 'number', min: '0', max: '23' },
        },
        time_zone: {
          ...{ label: 'Time zone', isHalf: 'always', required: true, list: 'time-zones' },
          hint: 'Such as Europe/Berlin',
        },
        is_active: {
          label: 'Run on schedule',
          hint: 'clear to pause the plan',
          isHidden: plan === undefined,
        },
      }}
      write={set}
      onSave={(changes, values) => set.mutate({ engine, ...inputOf(plan === undefined ? values : changes, values) })}
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
    </EditForm>
  )
}
