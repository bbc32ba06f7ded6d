import { useRead } from '../../api/hooks.ts'
import { providerNames } from '../../api/operations.gen.ts'
import { useBrand } from '../../frame/brand.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

const initial = {
  ...{ kind: 'openai' as keyof typeof providerNames, name: '', api_key: '', model: '', price: '' },
  ...{ base_url: '', terms_confirmed: false },
}

interface AddSourceProps {
  kind?: 'main' | 'plain'
  /** Hides the button. An open form stays, and with it the input and its error. */
  isHidden?: boolean
}

/** A button that opens the form for a new provider. */
export const AddSource = (look: AddSourceProps) => <DialogButton label="Add provider" dialog={SourceForm} {...look} />

function SourceForm({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useBrand()
  // Drafts never store the key, nor what belongs to it.
  const edit = useEdit(`source:${workspaceId}`, initial, undefined, ['api_key', 'price', 'terms_confirmed'])
  const { kind, model } = edit.values
  const { data } = useRead('list-models')
  const models = data?.data.filter((one) => one.kind === kind && !one.model.endsWith('*')) ?? []
  const suggested = models.find(({ is_default }) => is_default)?.model ?? ''
  const known = models.find((one) => one.model === (model || suggested))
  const create = useSave('create-source', edit, { changes: ['list-sources'], onDone: onClose })
  const save = ({ name, api_key, price, base_url, terms_confirmed }: typeof initial) =>
    create.mutate({
      kind,
      name: name || providerNames[kind],
      api_key,
      model: model || suggested || undefined,
      price: price === '' ? undefined : parsed(price),
      base_url: base_url || undefined,
      terms_confirmed: terms_confirmed || undefined,
    })
  return (
    <FormDialog
      title="Add provider"
      action="Add"
      autoComplete="off"
      edit={edit}
      isComplete
      fields={{
        kind: { label: 'Provider', options: optionsOf(providerNames) },
        name: { label: 'Name', placeholder: providerNames[kind] },
        api_key: { label: 'API key', type: 'password', autoComplete: 'new-password', required: true },
        model: {
          label: 'Model',
          list: 'models',
          placeholder: suggested,
          hint: known && `${pricesInWords(known.prices)}; list price of ${known.date}`,
        },
        price: {
          label: 'Price in US dollars',
          hint: 'Required for a model without a list price, as JSON',
          placeholder: models.some(({ prices }) => 'per_million_input_tokens' in prices)
            ? '{"per_million_input_tokens": 1, "per_million_output_tokens": 8, "per_thousand_searches": 10}'
            : '{"per_thousand_tasks": 2}',
        },
        base_url: { label: 'Base URL', hint: 'Leave empty for the provider’s default' },
        terms_confirmed: {
          label: 'We have read Google’s grounding terms and may store and analyze these answers.',
          isHidden: kind !== 'gemini',
        },
      }}
      write={create}
      onSave={(_, values) => save(values)}
      onClose={onClose}
    >
      <datalist id="models">
        {suggested !== '' && models.map((one) => <option key={one.model} value={one.model} />)}
      </datalist>
    </FormDialog>
  )
}

const pricesInWords = (prices: Record<string, number>) =>
  Object.entries(prices)
    .map(([name, price]) => `$${price} ${name.replaceAll('_', ' ')}`)
    .join(', ')

/** Leaves text that is not JSON to the server, which says what is wrong. */
function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text as never
  }
}
