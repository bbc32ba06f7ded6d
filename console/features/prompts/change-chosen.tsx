import { useState } from 'react'
import { type Given, useRead, useReadAll, useWrite } from '../../api/hooks.ts'
import { codesOf } from '../../format/lines.ts'
import { count, countOf } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EditForm, type EditFormProps } from '../../ui/edit-form.tsx'
import { optionsOf, PlainSelect, rowOptions } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { type Edit, useEdit } from '../../ui/use-edit.ts'
import { StartExperiment } from '../experiments/start-experiment.tsx'

const maxPerRequest = 500

type Change = Omit<Given<'update-prompts'>, 'prompt_ids'>

/** Actions for selected prompts. Sticks to the bottom of the page. */
export function ChangeChosen({ chosen, onDone }: { chosen: readonly string[]; onDone: () => void }) {
  const { brandId } = useBrand()
  const [isEditing, setEditing] = useState(false)
  const [isTesting, setTesting] = useState(false)
  const mayTest = usePermission()('create-experiment')
  const edit = useEdit(`change of prompts of ${brandId}`, emptyDraft, undefined)
  const update = useWrite('update-prompts')
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
      () => edit.clear(),
      () => {},
    )
  return (
    <section
      aria-label="Selected prompts"
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-panel px-5 py-3 shadow-lg"
    >
      <p className="mr-auto font-medium">{count(chosen.length)} selected</p>
      <ProblemNote problem={update.error} />
      <Button label="Activate" disabled={update.isPending} onClick={() => press({ is_active: true })} />
      <Button label="Pause" disabled={update.isPending} onClick={() => press({ is_active: false })} />
      {mayTest && <Button label="Start experiment…" onClick={() => setTesting(true)} />}
      <Button label="Topic, tags, markets…" kind="main" disabled={update.isPending} onClick={() => setEditing(true)} />
      <Button label="Clear selection" kind="quiet" onClick={onDone} />
      {isEditing && <ChangeForm {...{ chosen, edit, update }} onSave={send} onClose={() => setEditing(false)} />}
      {isTesting && <StartExperiment chosen={chosen} onClose={() => setTesting(false)} />}
    </section>
  )
}

type TagChange = { id: string; change: string }
const emptyDraft = { topic: '', tags: [] as readonly TagChange[], markets: '' }

interface ChangeFormProps {
  chosen: readonly string[]
  edit: Edit<typeof emptyDraft>
  update: EditFormProps<typeof emptyDraft>['write']
  onSave: (change: Change) => void
  onClose: () => void
}

const unchanged = { value: '', name: 'Unchanged' }

function ChangeForm({ chosen, edit, update, onSave, onClose }: ChangeFormProps) {
  const topics = useReadAll('list-topics')
  const hasTags = (useRead('list-tags').data?.data.length ?? 0) > 0
  const { topic, tags, markets } = edit.values
  const of = (kind: string) => tags.flatMap(({ id, change }) => (change === kind ? [id] : []))
  const countries = codesOf(markets)
  return (
    <Dialog title={`Edit ${countOf(chosen.length, 'prompt')}`} isOpen onClose={onClose}>
      <EditForm
        edit={edit}
        fields={{
          topic: { label: 'Topic', options: [unchanged, ...rowOptions(topics.data?.data)] },
          tags: {
            label: 'Tags',
            isHidden: !hasTags,
            input: (changes, onChange) => <Tags changes={changes} onChange={onChange} />,
          },
          markets: {
            label: 'Markets',
            hint: 'Country codes, such as US, DE. Replaces current markets. Leave empty to keep them.',
          },
        }}
        write={update}
        isIncomplete={topic === '' && of('add').length + of('remove').length + countries.length === 0}
        onSave={() =>
          onSave({
            topic_id: topic || undefined,
            add_tag_ids: of('add'),
            remove_tag_ids: of('remove'),
            countries: countries.length === 0 ? undefined : countries,
          })
        }
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface TagsProps {
  changes: readonly TagChange[]
  onChange: (changes: readonly TagChange[]) => void
}

function Tags({ changes, onChange }: TagsProps) {
  const tags = useRead('list-tags').data?.data ?? []
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Tags</legend>
      <div className="max-h-48 space-y-1 overflow-y-auto">
        {tags.map(({ id, name }) => (
          <p key={id} className="flex items-center justify-between gap-3 text-sm">
            <bdi>{name}</bdi>
            <PlainSelect
              label={name}
              className="w-auto! py-1"
              value={changes.find((one) => one.id === id)?.change ?? ''}
              options={[unchanged, ...optionsOf({ add: 'Add', remove: 'Remove' })]}
              onChange={({ target }) =>
                onChange([...changes.filter((one) => one.id !== id), { id, change: target.value }])
              }
            />
          </p>
        ))}
      </div>
    </fieldset>
  )
}
