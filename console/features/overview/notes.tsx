import X from 'lucide-react/icons/x'
import { useRead, useWrite } from '../../api/hooks.ts'
import { shortDay, today } from '../../format/days.ts'
import { useFilters } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { ProblemNote } from '../../ui/panel.tsx'

/** Notes on the days of the period in a drawer, with a form to add one. */
export function NotesDrawer() {
  const { start_date, end_date } = useFilters().input
  const query = useRead('list-notes', { start_date, end_date })
  const may = usePermission()
  const remove = useWrite('delete-note')
  const notes = [...(query.data?.data ?? [])].sort((a, b) => b.day.localeCompare(a.day))
  return (
    <Drawer param="open" value="notes" title="Notes">
      {may('create-note') && (
        <OperationForm operation="create-note" initial={{ day: today(new Date()), text: '' }} button="main" />
      )}
      <ProblemNote problem={remove.error} />
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mt-5 divide-y divide-line">
          {notes.map(({ id, day, text }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <span className="whitespace-nowrap text-muted">{shortDay(day)}</span>
              <bdi className="min-w-0 flex-1">{text}</bdi>
              {may('delete-note') && (
                <button
                  type="button"
                  aria-label={`Delete the note “${text}”`}
                  className="text-muted hover:text-down"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ note_id: id })}
                >
                  <X aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
