import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/client.ts'
import { useRead, useReadAll, useWrite } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { useDraft } from '../../ui/use-draft.ts'

/** Maximum prompts per request. */
const maxPerRequest = 500

type Change = Omit<Input<'update-prompts'>, 'brand_id' | 'prompt_ids'>

interface ChangeChosenProps {
  chosen: readonly string[]
  onDone: () => void
}

/** Actions for selected prompts. Sticks to the bottom of the page. */
export function ChangeChosen({ chosen, onDone }: ChangeChosenProps) {
  const { brandId } = useBrand()
  const [isEditing, setEditing] = useState(false)
  const { draft, change: set, clear } = useDraft(`change of prompts of ${brandId}`, emptyDraft)
  const update = useWrite('update-prompts', { changes: ['list-prompts', 'get-prompt'] })
  const change = async (changed: Change) => {
    for (let start = 0; start < chosen.length; start += maxPerRequest)
      await update.mutateAsync({
        prompt_ids: chosen.slice(start, start + maxPerRequest),
        ...changed,
      })
    onDone()
  }
  const press = (changed: Change) => void change(changed).catch(() => {})
  const send = (changed: Change) =>
    void change(changed).then(
      () => clear(),
      () => {},
    )
  const leave = () => {
    clear()
    setEditing(false)
  }
  return (
    <section
      aria-label="Selected prompts"
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-panel px-5 py-3 shadow-lg"
    >
      <p className="mr-auto font-medium">{count(chosen.length)} selected</p>
      <ProblemNote problem={update.error} />
      <Button disabled={update.isPending} onClick={() => press({ is_active: true })}>
        Activate
      </Button>
      <Button disabled={update.isPending} onClick={() => press({ is_active: false })}>
        Pause
      </Button>
      <Button kind="main" disabled={update.isPending} onClick={() => setEditing(true)}>
        Topic, tags, markets…
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Clear selection
      </Button>
      <Dialog
        title={`Edit ${count(chosen.length)} ${chosen.length === 1 ? 'prompt' : 'prompts'}`}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      >
        <ProblemNote problem={update.error} />
        <ChangeForm form={draft} set={set} isPending={update.isPending} onSubmit={send} onCancel={leave} />
      </Dialog>
    </section>
  )
}

/** Form fields; tags by id. */
interface ChangeDraft {
  topic: string
  tags: Record<string, 'add' | 'remove' | ''>
  markets: string
}
const emptyDraft: ChangeDraft = { topic: '', tags: {}, markets: '' }

interface ChangeFormProps {
  form: ChangeDraft
  set: (changed: Partial<ChangeDraft>) => void
  isPending: boolean
  onSubmit: (change: Change) => void
  onCancel: () => void
}

const unchanged = { value: '', name: 'Unchanged' }

function ChangeForm({ form, set, isPending, onSubmit, onCancel }: ChangeFormProps) {
  const topics = useReadAll('list-topics')
  const tags = useRead('list-tags')
  const { topic, markets } = form
  const of = (kind: 'add' | 'remove') => Object.keys(form.tags).filter((id) => form.tags[id] === kind)
  const countries = markets.split(/[\s,;]+/).flatMap((one) => (one === '' ? [] : [one.toUpperCase()]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({
      ...(topic === '' ? {} : { topic_id: topic }),
      add_tag_ids: of('add'),
      remove_tag_ids: of('remove'),
      ...(countries.length === 0 ? {} : { countries }),
    })
  }
  const isEmpty = topic === '' && of('add').length + of('remove').length + countries.length === 0
  return (
    <form className="space-y-4" onSubmit={submit}>
      <Select
        label="Topic"
        value={topic}
        onChange={(event) => set({ topic: event.target.value })}
        options={[unchanged, ...(topics.data?.data.map(({ id, name }) => ({ value: id, name })) ?? [])]}
      />
      {tags.data !== undefined && tags.data.data.length > 0 && (
        <fieldset className="space-y-2">
          <legend className="text-sm font-medium">Tags</legend>
          <div className="max-h-48 space-y-1 overflow-y-auto">
            {tags.data.data.map(({ id, name }) => (
              <label key={id} className="flex items-center justify-between gap-3 text-sm">
                <bdi>{name}</bdi>
                <select
                  className="rounded-md border border-line-strong bg-panel px-2 py-1"
                  value={form.tags[id] ?? ''}
                  onChange={(event) =>
                    set({ tags: { ...form.tags, [id]: event.target.value as 'add' | 'remove' | '' } })
                  }
                >
                  <option value="">Unchanged</option>
                  <option value="add">Add</option>
                  <option value="remove">Remove</option>
                </select>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Field
        label="Markets"
        hint="Country codes, such as US, DE. Replaces current markets. Leave empty to keep them."
        value={markets}
        onChange={(event) => set({ markets: event.target.value })}
      />
      <DialogActions onCancel={onCancel} isBusy={isPending} isIncomplete={isEmpty}>
        Save
      </DialogActions>
    </form>
  )
}
