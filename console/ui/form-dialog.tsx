import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { EditForm, type EditFormProps } from './edit-form.tsx'
import type { Values } from './use-edit.ts'

interface FormDialogProps<T extends Values> extends Omit<EditFormProps<T>, 'onCancel' | 'submit'> {
  title: string
  /** What replaces the form when it is sent, such as a secret that is shown only once. */
  result?: ReactNode
  onClose: () => void
}

/** What a dialog takes that edits a resource: the resource with its version. */
export type EditDialogProps<T> = T & { version: string | undefined; onClose: () => void }

/** A form over its page. Esc keeps unsent input, Cancel discards it. */
export function FormDialog<T extends Values>({ title, result, onClose, ...form }: FormDialogProps<T>) {
  const leave = () => {
    form.edit.clear()
    onClose()
  }
  return (
    <Dialog title={title} isOpen onClose={result === undefined ? onClose : leave}>
      {result === undefined ? (
        <EditForm {...form} onCancel={onClose} />
      ) : (
        <>
          {result}
          <div className="text-right">
            <Button label="Done" onClick={leave} />
          </div>
        </>
      )}
    </Dialog>
  )
}
