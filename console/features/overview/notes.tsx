import X from 'lucide-react/icons/x'
import { useRead } from '../../api/hooks.ts'
import { shortDay, today } from '../../format/days.ts'
import { useFilters } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'

/** Notes on the days of the period in a drawer, with a form to add one. */
export function NotesDrawer() {
  const { start_date, end_date } = useFilters().input
  const query = useRead('list-notes', { start_date, end_date })
  const mayAdd = usePermission()('create-note')
  const notes = [...(query.data?.data ?? [])].sort((a, b) => b.day.localeCompare(a.day))
  return (
    <Drawer param="open" value="notes" title="Notes">
      {mayAdd && <OperationForm operation="create-note" initial={{ day: today(new Date()), text: '' }} button="main" />}
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mt-5 divide-y divide-line">
          {notes.map(({ id, day, text }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <span className="whitespace-nowrap text-muted">{shortDay(day)}</span>
              <bdi className="min-w-0 flex-1">{text}</bdi>
              <ActionButton
                operation="delete-note"
                input={{ note_id: id }}
                kind="quiet"
                aria-label={`Delete the note “${text}”`}
                label={<X aria-hidden="true" />}
              />
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
