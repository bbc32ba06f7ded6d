import { Dialog } from './dialog.tsx'
import { EditForm, type EditFormProps } from './edit-form.tsx'
import type { Values } from './use-edit.ts'

interface FormDialogProps<T extends Values> extends Omit<EditFormProps<T>, 'onCancel'> {
  title: string
  onClose: () => void
}

/** A form over its page. Esc keeps unsaved input, Cancel discards it. */
export const FormDialog = <T extends Values>({ title, onClose, ...form }: FormDialogProps<T>) => (
  <Dialog title={title} isOpen onClose={onClose}>
    <EditForm
      {...form}
      onCancel={() => {
        form.edit.clear()
        onClose()
      }}
    />
  </Dialog>
)
