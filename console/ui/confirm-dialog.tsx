import { type ReactNode, useState } from 'react'
import type { Problem } from '../api/client.ts'
import { Dialog, DialogActions } from './dialog.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { ProblemNote } from './panel.tsx'

interface ConfirmDialogProps {
  title: string
  /** The verb on the button. */
  action?: string
  /** Defaults to `Cancel`. */
  cancel?: string
  /** The operation: its progress and its error. */
  write: { isPending: boolean; error: Problem | null }
  /** Text that the user must type, such as the brand's name. */
  typed?: string
  onClose: () => void
  onConfirm: () => void
  /** What goes, and that it cannot be undone. */
  children: ReactNode
}

/** Confirms what cannot be undone. */
export function ConfirmDialog({
  title,
  action = 'Delete',
  cancel,
  write,
  typed,
  onClose,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [text, setText] = useState('')
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form problem={<ProblemNote problem={write.error} />} onSubmit={onConfirm}>
        <div className="space-y-3 [overflow-wrap:anywhere]">{children}</div>
        {typed !== undefined && (
          <Field
            label={`Type ${typed} to confirm`}
            required
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <DialogActions
          {...(cancel && { cancel })}
          onCancel={onClose}
          isBusy={write.isPending}
          isIncomplete={typed !== undefined && text.trim() !== typed}
          kind="danger"
        >
          {action}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
