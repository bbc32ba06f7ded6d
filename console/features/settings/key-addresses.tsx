import type { FormEvent } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { useWrite } from '../../api/use-write.ts'
import { EditProblem } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useEdit } from '../../ui/use-edit.ts'

type Key = ResponseOf<'list-keys'>['data'][number]

const label = 'Allowed IP addresses'

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** IP addresses that a key accepts, one per line. */
export function AllowedAddresses({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <TextArea
      label={label}
      hint="One address or CIDR range per line. Leave empty to allow any address."
      placeholder="203.0.113.0/24"
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface EditAddressesProps {
  workspaceId: string
  editing: Key
  version: string | undefined
  onClose: () => void
}

/** Edits the IP addresses that a key accepts. */
export function EditAddresses({ workspaceId, editing, version, onClose }: EditAddressesProps) {
  const edit = useEdit(
    `key-addresses:${editing.id}`,
    { addresses: editing.allowed_addresses.join('\n') },
    version,
  )
  const close = () => {
    edit.clear()
    onClose()
  }
  const update = useWrite('update-key', {
    workspaceId,
    changes: ['list-keys'],
    version: edit.version,
    onDone: close,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ key_id: editing.id, allowed_addresses: linesOf(edit.values.addresses) })
  }
  return (
    <Dialog title={`Allowed addresses for ${editing.name}`} isOpen onClose={close}>
      <form className="space-y-4" onSubmit={submit}>
        <EditProblem edit={edit} names={{ addresses: label }} write={update} />
        <AllowedAddresses text={edit.values.addresses} onChange={(addresses) => edit.set({ addresses })} />
        <DialogActions onCancel={close} isBusy={update.isPending} isIncomplete={edit.changed.length === 0}>
          Save
        </DialogActions>
      </form>
    </Dialog>
  )
}
