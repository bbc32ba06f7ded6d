import { useBrand } from '../../frame/brand.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import type { FormFields } from '../../ui/use-form.ts'
import words from './words.json' with { type: 'json' }

interface PartProps<K extends string> {
  of: keyof typeof words
  /** Tells drafts of several parts of a kind apart. */
  part?: string
  shown: Record<K, string>
  onSave: (values: Record<K, string>) => void
}

/** A button that opens the form of a part of a proposal, which only this tab knows until the user accepts it. */
export const PartButton = <K extends string>({
  label,
  name,
  ...given
}: PartProps<K> & { label: string; name: string }) => (
  <DialogButton {...{ label, name, given }} kind="quiet" dialog={PartForm<K>} />
)

const local = { isPending: false, error: null, reset() {} }

function PartForm<K extends string>({ of, part = '', shown, onSave, onClose }: PartProps<K> & { onClose: () => void }) {
  const { brandId } = useBrand()
  const edit = useEdit(`set-up:${brandId}:${of}:${part}`, shown, undefined)
  const { title, fields } = words[of]
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <EditForm
        edit={edit}
        fields={fields as unknown as FormFields<Record<K, string>>}
        write={local}
        onCancel={onClose}
        onSave={(_, values) => {
          edit.clear()
          onSave(values)
          onClose()
        }}
      />
    </Dialog>
  )
}
