import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Problem, ResponseOf } from '../../api/client.ts'
import { useWrite } from '../../api/use-write.ts'
import { longDay, today } from '../../format/days.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useDraft } from '../../ui/use-draft.ts'

const changes = ['list-notes'] as const

/** Notes on the days of a chart, with a form to add one. */
export function Notes({ query }: { query: UseQueryResult<ResponseOf<'list-notes'>, Problem> }) {
  const { workspaceId, brandId } = useBrand()
  const may = usePermission(workspaceId)
  const [isAdding, setAdding] = useState(false)
  const remove = useWrite('delete-note', { workspaceId, changes })
  const notes = [...(query.data?.data ?? [])].sort((a, b) => b.day.localeCompare(a.day))
  return (
    <div className="mt-3 border-t border-line pt-3 text-sm">
      {remove.error !== null && <ProblemNote problem={remove.error} />}
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mb-2 space-y-1">
          {notes.map(({ id, day, text }) => (
            <li key={id} className="flex gap-3">
              <span className="whitespace-nowrap text-muted">{longDay(day)}</span>
              <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</bdi>
              {may('delete-note') && (
                <button
                  type="button"
                  aria-label={`Delete the note “${text}”`}
                  className="text-muted hover:text-bad"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ brand_id: brandId, note_id: id })}
                >
                  ✕
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may('create-note') && (
        <Button kind="quiet" onClick={() => setAdding(true)}>
          Add a note
        </Button>
      )}
      <AddNote isOpen={isAdding} onClose={() => setAdding(false)} />
    </div>
  )
}

function AddNote({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspaceId, brandId } = useBrand()
  const { draft, change, clear } = useDraft(`note:${brandId}`, { day: today(new Date()), text: '' })
  const create = useWrite('create-note', {
    workspaceId,
    changes,
    onDone() {
      clear()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ brand_id: brandId, ...draft })
  }
  return (
    <Dialog title="Add a note" isOpen={isOpen} onClose={onClose}>
      <form className="space-y-4" onSubmit={submit}>
        {create.error !== null && <ProblemNote problem={create.error} />}
        <Field
          label="Day"
          type="date"
          required
          value={draft.day}
          onChange={(event) => change({ day: event.target.value })}
        />
        <Field
          label="Note"
          hint="Such as: comparison page published. Everyone with access to the brand can see it."
          required
          maxLength={500}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <DialogActions onCancel={onClose} isBusy={create.isPending}>
          Add note
        </DialogActions>
      </form>
    </Dialog>
  )
}
