import { type FormEvent, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { type Kind, kindNames } from './provider-kinds.ts'

export function AddSource({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspaceId } = useBrand()
  const { draft, change, clear } = useDraft(`source:${workspaceId}`, {
    kind: 'openai' as Kind,
    name: '',
    model: '',
    base_url: '',
  })
  // Secrets are never stored in drafts.
  const [api_key, setKey] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const create = useWrite('create-source', {
    workspaceId,
    changes: ['list-sources'],
    onDone: () => leave(),
  })
  const leave = () => {
    clear()
    setKey('')
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
      name: name === '' ? kindNames[kind] : name,
      api_key,
      ...(model === '' ? {} : { model }),
      ...(base_url === '' ? {} : { base_url }),
      ...(isConfirmed ? { terms_confirmed: true } : {}),
    })
  }
  return (
    <Dialog title="Add provider" isOpen={isOpen} onClose={onClose}>
      <form className="space-y-4" onSubmit={submit} autoComplete="off">
        {create.error !== null && <ProblemNote problem={create.error} />}
        <Select
          label="Provider"
          {...field('kind')}
          options={(Object.keys(kindNames) as Kind[]).map((value) => ({ value, name: kindNames[value] }))}
        />
        <Field label="Name" placeholder={kindNames[draft.kind]} {...field('name')} />
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
          hint="Leave empty for the provider’s default, if it has one"
          {...field('model')}
        />
        <Field label="Base URL" hint="Leave empty for the provider’s default" {...field('base_url')} />
        {draft.kind === 'gemini' && (
          <label className="flex gap-2 text-sm">
            <input
              type="checkbox"
              className="accent-[var(--accent)]"
              checked={isConfirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
            />
            We have read Google’s grounding terms and may store and analyze these answers.
          </label>
        )}
        <DialogActions onCancel={leave} isBusy={create.isPending}>
          Add
        </DialogActions>
      </form>
    </Dialog>
  )
}
