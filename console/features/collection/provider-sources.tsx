import type { RowOf } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { Empty } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { actionsColumn, type Column, column, mainColumn } from '../../ui/table.tsx'
import { AddSource, choiceFields } from './add-source.tsx'
import { providerNames } from './providers.gen.ts'
import { TestQuestion } from './test-question.tsx'
import words from './words.json' with { type: 'json' }

type Source = RowOf<'list-sources'>
type Price = keyof Source['price']

/** US dollars. Empty if the provider does not charge for it. */
const priceNames: Readonly<Record<Price, string>> = words.prices
const prices = Object.keys(priceNames) as Price[]

const valuesOf = ({ name, model, base_url, concurrency, search, city, terms_confirmed, price }: Source) => ({
  ...{ name, api_key: '', model, base_url, concurrency, search, city, terms_confirmed },
  ...(Object.fromEntries(prices.map((one) => [one, price[one] ?? null])) as Record<Price, number | null>),
})

const priceFields = Object.fromEntries(
  prices.map((price) => [price, { label: priceNames[price], type: 'number', isHidden: true }]),
) as Record<Price, { label: string; type: 'number'; isHidden: true }>

/** Edits a provider. Saving also resumes a paused one. */
function ChangeSource({ source, version }: { source: Source; version: string | undefined }) {
  const isPaused = source.paused_reason !== null
  return (
    <FormButton
      of={source.name}
      autoComplete="off"
      operation="update-source"
      version={version}
      ids={{ source_id: source.id }}
      isComplete={isPaused}
      initial={valuesOf(source)}
      fields={{
        api_key: {
          hint: source.needs_api_key ? 'Enter the key again' : 'Leave empty to keep the current key',
          // Never show a secret.
          words: (key) => (key === '' ? 'unchanged' : 'new key'),
        },
        model: { isHidden: source.model === '' },
        ...choiceFields(source.choices),
        terms_confirmed: {
          label: `We accept these terms: ${source.terms}`,
          name: 'Terms accepted',
          isHidden: source.terms === null,
        },
        ...priceFields,
      }}
      // Prices count as one field with all given values.
      input={(given, values) => ({
        ...Object.fromEntries(Object.entries(given).filter(([name]) => !(name in priceNames))),
        ...(prices.some((one) => one in given) && {
          price: Object.fromEntries(prices.flatMap((one) => (values[one] === null ? [] : [[one, values[one]]]))),
        }),
      })}
      lead={isPaused && <p className="text-sm text-down">Paused: {source.paused_reason}. Save to resume.</p>}
    >
      {({ edit }) => (
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
                value={edit.values[price] as string}
                onChange={(event) => edit.set({ [price]: event.target.value })}
              />
            ))}
          </div>
        </details>
      )}
    </FormButton>
  )
}

export function ProviderSources() {
  const may = usePermission()
  if (!may('list-sources'))
    return <Empty title="Only editors and admins can see providers">Ask a workspace admin.</Empty>
  const columns = (versionOf: (source: Source) => string | undefined): Column<Source>[] => [
    mainColumn('Provider', ({ name, kind, model, engines, base_url }) => (
      <>
        {name} <span className="text-sm text-muted">{providerNames[kind]}</span>
        <span className="block text-sm text-muted wrap-anywhere">
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
        <ChangeSource source={source} version={versionOf(source)} />
        <ConfirmButton
          operation="delete-source"
          of={source.name}
          input={{ source_id: source.id }}
          version={versionOf(source)}
        />
      </>
    )),
  ]
  return <ReadPanel read="list-sources" actions={<AddSource />} columns={columns} />
}
