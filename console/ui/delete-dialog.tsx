import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'

interface DeleteDialogProps {
  title: string
  isPending: boolean
  onClose: () => void
  onDelete: () => void
  /** Explains the consequences. */
  children: ReactNode
}

/** Confirms a permanent deletion. */
export function DeleteDialog({ title, isPending, onClose, onDelete, children }: DeleteDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="space-y-3 [overflow-wrap:anywhere]">{children}</div>
      <DialogActions onCancel={onClose} isBusy={isPending} kind="danger" onAct={onDelete}>
        Delete
      </DialogActions>
    </Dialog>
  )
}
