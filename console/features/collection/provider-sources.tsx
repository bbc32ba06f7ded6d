import { type Given, type RowOf, rowOf, useRead } from '../../api/hooks.ts'
import { providerNames } from '../../api/operations.gen.ts'
import { engineName } from '../../copy/engines.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Field } from '../../ui/field.tsx'
import { type EditDialogProps, FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column, column, mainColumn } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import { AddSource } from './add-source.tsx'
import { TestQuestion } from './test-question.tsx'

type Source = RowOf<'list-sources'>
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

const valuesOf = ({ name, model, base_url, concurrency, terms_confirmed, price }: Source) => ({
  ...{ name, api_key: '', model, base_url, concurrency: String(concurrency), terms_confirmed },
  ...(Object.fromEntries(prices.map((one) => [one, String(price[one] ?? '')])) as Record<Price, string>),
})

type Values = ReturnType<typeof valuesOf>

/** Only changed fields. Prices count as one field with all given values. */
function inputOf(changes: Partial<Values>, values: Values): Omit<Given<'update-source'>, 'source_id'> {
  const { name, api_key, model, base_url, concurrency, terms_confirmed } = changes
  const price = prices.flatMap((one) => (values[one] === '' ? [] : [[one, Number(values[one])]]))
  return {
    ...{ name, api_key, model, base_url, terms_confirmed },
    concurrency: concurrency === undefined ? undefined : Number(concurrency),
    price: prices.some((one) => one in changes) ? Object.fromEntries(price) : undefined,
  }
}

const priceFields = Object.fromEntries(
  prices.map((price) => [price, { label: priceNames[price], isHidden: true }]),
) as Record<Price, { label: string; isHidden: true }>

/** Edits a provider. Saving also resumes a paused one. */
function ChangeSource({ source, version, onClose }: EditDialogProps<{ source: Source }>) {
  const edit = useEdit(`source:${source.id}`, valuesOf(source), version, ['api_key'])
  const update = useSave('update-source', edit, {
    changes: ['list-sources', 'get-collection', 'estimate-collection', 'list-sample-sizes'],
    onDone: onClose,
  })
  const isPaused = source.paused_reason !== null
  return (
    <FormDialog
      title={`Edit ${source.name}`}
      autoComplete="off"
      edit={edit}
      isComplete={isPaused}
      fields={{
        name: { label: 'Name', required: true },
        api_key: {
          label: 'API key',
          type: 'password',
          // With `off`, browsers fill in the signed-in user’s password.
          autoComplete: 'new-password',
          hint: source.needs_api_key ? 'Enter the key again' : 'Leave empty to keep the current key',
          // Never show a secret.
          words: (key) => (key === '' ? 'unchanged' : 'new key'),
        },
        model: { label: 'Model', required: true, isHidden: source.model === '' },
        base_url: { label: 'Base URL', required: true, hint: 'If you change it, enter the key again' },
        concurrency: { label: 'Concurrent requests', type: 'number', min: '1', max: '100', required: true },
        terms_confirmed: {
          label: `We accept these terms: ${source.terms}`,
          name: 'Terms accepted',
          isHidden: source.terms === null,
        },
        ...priceFields,
      }}
      write={update}
      onSave={(changes, values) => update.mutate({ source_id: source.id, ...inputOf(changes, values) })}
      onClose={onClose}
      lead={isPaused && <p className="text-sm text-down">Paused: {source.paused_reason}. Save to resume.</p>}
    >
      <details>
        <summary className="cursor-pointer text-sm font-medium">Contract prices</summary>
        <p className="mt-1 text-sm text-muted">US dollars. Leave empty to use list prices.</p>
        <div className="mt-3 grid grid-cols-2 gap-4">
          {prices.map((price) => (
            <Field
              key={price}
              label={priceNames[price]}
              type="number"
              min={0}
              step="any"
              value={edit.values[price]}
              onChange={(event) => edit.set({ [price]: event.target.value })}
            />
          ))}
        </div>
      </details>
    </FormDialog>
  )
}

export function ProviderSources() {
  const may = usePermission()
  const query = useRead('list-sources', {}, { enabled: may('list-sources') })
  if (!may('list-sources'))
    return <Empty title="Only editors and admins can see providers">Ask a workspace admin.</Empty>
  const versionOf = ({ id }: Source) => rowOf(query.data, id)?.version
  const columns: Column<Source>[] = [
    mainColumn('Provider', ({ name, kind, model, engines, base_url }) => (
      <>
        {name} <span className="text-sm text-muted">{providerNames[kind]}</span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">
          {[model, engines.map(engineName).join(', '), base_url].filter(Boolean).join(' · ')}
        </span>
      </>
    )),
    column('State', ({ paused_reason, needs_api_key, failures }) =>
      paused_reason !== null ? (
        <span className="text-down">{paused_reason}</span>
      ) : needs_api_key ? (
        <span className="text-warn">API key required</span>
      ) : failures > 0 ? (
        `${failures} consecutive failures`
      ) : (
        'Ready'
      ),
    ),
    actionsColumn((source) => (
      <>
        <DialogButton
          isHidden={!may('test-source')}
          label="Test"
          name={`Test ${source.name}`}
          dialog={TestQuestion}
          given={{ source }}
        />
        <DialogButton
          isHidden={!may('update-source')}
          label="Edit"
          name={`Edit ${source.name}`}
          dialog={ChangeSource}
          given={{ source, version: versionOf(source) }}
        />
        {may('delete-source') && (
          <ConfirmButton
            name={`Delete ${source.name}`}
            title={`Delete “${source.name}”?`}
            operation="delete-source"
            input={{ source_id: source.id }}
            changes={['list-sources', 'get-collection', 'estimate-collection', 'list-sample-sizes']}
            version={versionOf(source)}
          >
            <p>
              This deletes its API key. Plans that use it stop until you select another provider. Its answers are kept.
              You cannot undo this.
            </p>
          </ConfirmButton>
        )}
      </>
    )),
  ]
  return (
    <ListPanel
      title="Providers"
      about="services that return answers; keys are stored encrypted and never shown again"
      actions={<AddSource isHidden={!may('create-source')} />}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No providers yet">One provider is enough to start.</Empty>}
    />
  )
}
