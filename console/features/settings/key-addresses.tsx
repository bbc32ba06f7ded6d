import type { ResponseOf } from '../../api/client.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

type Key = ResponseOf<'list-keys'>['data'][number]

export const addressesField = {
  label: 'Allowed IP addresses',
  hint: 'One address or CIDR range per line. Leave empty to allow any address.',
  placeholder: '203.0.113.0/24',
  rows: 3,
}

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

interface EditAddressesProps {
  editing: Key
  version: string | undefined
  onClose: () => void
}

/** Edits the IP addresses that a key accepts. */
export function EditAddresses({ editing, version, onClose }: EditAddressesProps) {
  const edit = useEdit(
    `key-addresses:${editing.id}`,
    { addresses: editing.allowed_addresses.join('\n') },
    version,
  )
  const close = () => {
    edit.clear()
    onClose()
  }
  const update = useSave('update-key', edit, { changes: ['list-keys'], onDone: onClose })
  return (
    <FormDialog
      title={`Allowed addresses for ${editing.name}`}
      edit={edit}
      fields={{ addresses: addressesField }}
      write={update}
      onSave={(_, { addresses }) =>
        update.mutate({ key_id: editing.id, allowed_addresses: linesOf(addresses) })
      }
      onClose={close}
    />
  )
}
