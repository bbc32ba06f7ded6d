import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../../api/hooks.ts'
import { providerNames } from '../../api/operations.gen.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { useDraft } from '../../ui/use-draft.ts'

export function AddSource({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspaceId } = useBrand()
  const { draft, change, clear } = useDraft(`source:${workspaceId}`, {
    kind: 'openai' as keyof typeof providerNames,
    name: '',
    model: '',
    base_url: '',
  })
  const { data } = useRead('list-models')
  const models = data?.data.filter(({ kind, model }) => kind === draft.kind && !model.endsWith('*')) ?? []
  const suggested = models.find(({ is_default }) => is_default)?.model ?? ''
  const known = models.find(({ model }) => model === (draft.model || suggested))
  const [price, setPrice] = useState('')
  // Secrets are never stored in drafts.
  const [api_key, setKey] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const create = useWrite('create-source', { changes: ['list-sources'], onDone: () => leave() })
  const leave = () => {
    clear()
    setKey('')
    setPrice('')
    onClose()
  }
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { kind, name, model, base_url } = draft
    create.mutate({
      kind,
      name: name === '' ? providerNames[kind] : name,
      api_key,
      ...(model || suggested ? { model: model || suggested } : {}),
      ...(price === '' ? {} : { price: parsed(price) }),
      ...(base_url === '' ? {} : { base_url }),
      ...(isConfirmed ? { terms_confirmed: true } : {}),
    })
  }
  return (
    <Dialog title="Add provider" isOpen={isOpen} onClose={onClose}>
      <form className="space-y-4" onSubmit={submit} autoComplete="off">
        <ProblemNote problem={create.error} />
        <Select
          label="Provider"
          {...field('kind')}
          options={Object.entries(providerNames).map(([value, name]) => ({ value, name }))}
        />
        <Field label="Name" placeholder={providerNames[draft.kind]} {...field('name')} />
        <Field
          label="API key"
          type="password"
          autoComplete="new-password"
          required
          value={api_key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Field
          label="Model"
          list="models"
          placeholder={suggested}
          {...(known && { hint: `${pricesInWords(known.prices)}; list price of ${known.date}` })}
          {...field('model')}
        />
        <datalist id="models">
          {suggested !== '' && models.map(({ model }) => <option key={model} value={model} />)}
        </datalist>
        <Field
          label="Price in US dollars"
          hint="Required for a model without a list price, as JSON"
          placeholder={
            models.some(({ prices }) => 'per_million_input_tokens' in prices)
              ? '{"per_million_input_tokens": 1, "per_million_output_tokens": 8, "per_thousand_searches": 10}'
              : '{"per_thousand_tasks": 2}'
          }
          value={price}
          onChange={(event) => setPrice(event.target.value)}
        />
        <Field label="Base URL" hint="Leave empty for the provider’s default" {...field('base_url')} />
        {draft.kind === 'gemini' && (
          <Checkbox
            label="We have read Google’s grounding terms and may store and analyze these answers."
            isOn={isConfirmed}
            onChange={setConfirmed}
          />
        )}
        <DialogActions onCancel={leave} isBusy={create.isPending}>
          Add
        </DialogActions>
      </form>
    </Dialog>
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
