import type { FormEvent } from 'react'
import type { Input, ResponseOf } from '../../api/client.ts'
import { useWrite } from '../../api/hooks.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EditProblem } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { useEdit } from '../../ui/use-edit.ts'

type Source = ResponseOf<'list-sources'>['data'][number]
type Price = keyof Source['price']

/** US dollars. Empty if the provider does not charge for it. */
const priceNames: Readonly<Record<Price, string>> = {
  per_million_input_tokens: 'Per million input tokens',
  per_million_output_tokens: 'Per million output tokens',
  per_thousand_searches: 'Per thousand searches',
  per_thousand_tasks: 'Per thousand tasks',
  per_thousand_credits: 'Per thousand credits',
  credits_per_task: 'Credits per task',
}
const prices = Object.keys(priceNames) as Price[]

const fieldNames = {
  name: 'Name',
  api_key: 'API key',
  model: 'Model',
  base_url: 'Base URL',
  concurrency: 'Concurrent requests',
  terms_confirmed: 'Terms accepted',
  ...priceNames,
}

function valuesOf({ name, model, base_url, concurrency, terms_confirmed, price }: Source) {
  const of = (one: Price) => String(price[one] ?? '')
  return {
    ...{ name, api_key: '', model, base_url, concurrency: String(concurrency), terms_confirmed },
    per_million_input_tokens: of('per_million_input_tokens'),
    per_million_output_tokens: of('per_million_output_tokens'),
    per_thousand_searches: of('per_thousand_searches'),
    per_thousand_tasks: of('per_thousand_tasks'),
    per_thousand_credits: of('per_thousand_credits'),
    credits_per_task: of('credits_per_task'),
  }
}

type Values = ReturnType<typeof valuesOf>

/** Only changed fields. Prices count as one field with all given values. */
function changesOf(
  values: Values,
  changed: readonly (keyof Values)[],
): Omit<Input<'update-source'>, 'source_id'> {
  const given = <T extends keyof Values>(field: T) =>
    changed.includes(field) ? ({ [field]: values[field] } as Pick<Values, T>) : {}
  const isPriced = prices.some((price) => changed.includes(price))
  const price = prices.flatMap((one) => (values[one] === '' ? [] : [[one, Number(values[one])]]))
  return {
    ...given('name'),
    ...given('api_key'),
    ...given('model'),
    ...given('base_url'),
    ...given('terms_confirmed'),
    ...(changed.includes('concurrency') ? { concurrency: Number(values.concurrency) } : {}),
    ...(isPriced ? { price: Object.fromEntries(price) } : {}),
  }
}

interface ChangeSourceProps {
  source: Source
  version: string | undefined
  onClose: () => void
}

/** Edits a provider. Saving also resumes a paused one. */
export function ChangeSource({ source, version, onClose }: ChangeSourceProps) {
  const edit = useEdit(`source:${source.id}`, valuesOf(source), version, ['api_key'])
  const update = useWrite('update-source', {
    changes: ['list-sources', 'get-collection', 'estimate-collection', 'list-sample-sizes'],
    version: edit.version,
    onDone: () => leave(),
  })
  const leave = () => {
    edit.clear()
    onClose()
  }
  const field = (name: Exclude<keyof Values, 'terms_confirmed'>) => ({
    label: fieldNames[name],
    value: edit.values[name],
    onChange: (event: { target: { value: string } }) => edit.set({ [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ source_id: source.id, ...changesOf(edit.values, edit.changed) })
  }
  const isPaused = source.paused_reason !== null
  return (
    <Dialog title={`Edit ${source.name}`} isOpen onClose={onClose}>
      <form className="space-y-4" onSubmit={submit} autoComplete="off">
        <EditProblem
          edit={edit}
          names={fieldNames}
          write={update}
          // Never show a secret.
          inWords={(values) => ({ ...values, api_key: values.api_key === '' ? 'unchanged' : 'new key' })}
        />
        {isPaused && <p className="text-sm text-down">Paused: {source.paused_reason}. Save to resume.</p>}
        <Field required {...field('name')} />
        <Field
          type="password"
          // With `off`, browsers fill in the signed-in user’s password.
          autoComplete="new-password"
          hint={source.needs_api_key ? 'Enter the key again' : 'Leave empty to keep the current key'}
          {...field('api_key')}
        />
        {source.model !== '' && <Field required {...field('model')} />}
        <Field required hint="If you change it, enter the key again" {...field('base_url')} />
        <Field type="number" min={1} max={100} required {...field('concurrency')} />
        {source.terms !== null && (
          <Checkbox
            label={`We accept these terms: ${source.terms}`}
            isOn={edit.values.terms_confirmed}
            onChange={(terms_confirmed) => edit.set({ terms_confirmed })}
          />
        )}
        <details>
          <summary className="cursor-pointer text-sm font-medium">Contract prices</summary>
          <p className="mt-1 text-sm text-muted">US dollars. Leave empty to use list prices.</p>
          <div className="mt-3 grid grid-cols-2 gap-4">
            {prices.map((price) => (
              <Field key={price} type="number" min={0} step="any" {...field(price)} />
            ))}
          </div>
        </details>
        <DialogActions
          onCancel={leave}
          isBusy={update.isPending}
          isIncomplete={!isPaused && edit.changed.length === 0}
        >
          Save
        </DialogActions>
      </form>
    </Dialog>
  )
}
