import { type FormEvent, useState } from 'react'
import type { Input, ResponseOf } from '../../api/client.ts'
import { useRead, useWrite } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EditProblem } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useEdit } from '../../ui/use-edit.ts'

type Source = ResponseOf<'list-sources'>['data'][number]
type Stored = ResponseOf<'get-collection'>['data']

interface PlanEngineProps {
  isOpen: boolean
  /** The engine to edit. Omit to let the user choose. */
  engine?: string | undefined
  onClose: () => void
}

/** Edits an engine’s plan: prompts, markets and frequency. Shows the stored plan if there is one. */
export function PlanEngine({ isOpen, engine, onClose }: PlanEngineProps) {
  const sources = useRead('list-sources', {}, { enabled: isOpen })
  return (
    <Dialog
      title={engine === undefined ? 'Add engine' : `Plan for ${engineName(engine)}`}
      isOpen={isOpen}
      onClose={onClose}
    >
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
  return (
    <Loaded query={plan}>
      {({ data, version }) => <PlanForm {...form} plan={data} version={version} />}
    </Loaded>
  )
}

const fieldNames = {
  source_id: 'Provider',
  countries: 'Markets',
  times: 'Frequency',
  per: 'Period',
  is_active: 'Run on schedule',
}

type PlanValues = {
  source_id: string
  countries: string
  times: string
  per: string
  is_active: boolean
}

function valuesOf(plan: Stored | undefined, sources: readonly Source[]): PlanValues {
  if (plan === undefined)
    return { source_id: sources[0]?.id ?? '', countries: 'US', times: '1', per: 'day', is_active: true }
  const { source_id, countries, times_per_day, times_per_week, is_active } = plan
  return {
    source_id: source_id ?? '',
    countries: countries.join(', '),
    times: String(times_per_week ?? times_per_day ?? 1),
    per: times_per_week === null ? 'day' : 'week',
    is_active,
  }
}

/** All fields of a new plan, or only the changed fields of an existing one. */
function inputOf(
  values: PlanValues,
  changed: readonly (keyof PlanValues)[],
): Partial<Input<'set-collection'>> {
  const { source_id, countries, times, per, is_active } = values
  const of = (fields: readonly (keyof PlanValues)[], input: Partial<Input<'set-collection'>>) =>
    fields.some((field) => changed.includes(field)) ? input : {}
  const frequency = per === 'week' ? { times_per_week: Number(times) } : { times_per_day: Number(times) }
  return {
    ...of(['source_id'], { source_id }),
    ...of(['countries'], { countries: countries.split(/[\s,]+/).filter((code) => code !== '') }),
    ...of(['times', 'per'], frequency),
    ...of(['is_active'], { is_active }),
  }
}

const allFields = Object.keys(fieldNames) as (keyof PlanValues)[]

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
  const set = useWrite('set-collection', {
    changes: ['get-collection', 'estimate-collection', 'list-sample-sizes'],
    version: edit.version,
    onDone: () => leave(),
  })
  const leave = () => {
    edit.clear()
    onClose()
  }
  const { source_id, countries, times, per, is_active } = edit.values
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changed = plan === undefined ? allFields : edit.changed
    set.mutate({ engine, ...inputOf(edit.values, changed) })
  }
  const isAnswering = answering.some(({ id }) => id === source_id)
  const isNarrowed = plan !== undefined && plan.tag_ids.length + plan.topic_ids.length > 0
  return (
    <form className="space-y-4" onSubmit={submit}>
      <EditProblem
        edit={edit}
        names={fieldNames}
        write={set}
        inWords={(values) => ({
          ...values,
          source_id: sources.find(({ id }) => id === values.source_id)?.name ?? 'none',
        })}
      />
      <Select
        label={fieldNames.source_id}
        required={plan === undefined || edit.changed.includes('source_id')}
        value={source_id}
        onChange={(event) => edit.set({ source_id: event.target.value })}
        options={[
          ...(isAnswering
            ? []
            : [{ value: source_id, name: 'None: deleted, or no longer supports this engine' }]),
          ...answering.map(({ id, name }) => ({ value: id, name })),
        ]}
      />
      <Field
        label={fieldNames.countries}
        hint="Country codes, such as US, DE"
        required
        value={countries}
        onChange={(event) => edit.set({ countries: event.target.value.toUpperCase() })}
      />
      <div className="grid grid-cols-2 gap-4">
        <Field
          label={`Times per ${per}`}
          type="number"
          min={1}
          max={per === 'week' ? 7 : 24}
          required
          value={times}
          onChange={(event) => edit.set({ times: event.target.value })}
        />
        <Select
          label={fieldNames.per}
          value={per}
          onChange={(event) => edit.set({ per: event.target.value })}
          options={[
            { value: 'day', name: 'Day' },
            { value: 'week', name: 'Week' },
          ]}
        />
      </div>
      {plan !== undefined && (
        <Checkbox
          label={fieldNames.is_active}
          hint="clear to pause the plan"
          isOn={is_active}
          onChange={(isOn) => edit.set({ is_active: isOn })}
        />
      )}
      {isNarrowed && (
        <p className="text-sm text-muted">Runs only prompts of selected topics or tags. Saving keeps this.</p>
      )}
      <DialogActions
        onCancel={leave}
        isBusy={set.isPending}
        isIncomplete={plan !== undefined && edit.changed.length === 0}
      >
        {plan === undefined ? 'Add' : 'Save'}
      </DialogActions>
    </form>
  )
}
