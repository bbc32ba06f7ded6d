import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface DialogActionsProps {
  onCancel: () => void
  /** Label of the cancel button. Defaults to `Cancel`. */
  cancel?: string
  /** True while the action runs; disables the button. */
  isBusy: boolean
  /** Whether required input is missing or nothing changed. */
  isIncomplete?: boolean
  kind?: 'main' | 'danger'
  /** The action. Omit to submit the enclosing form. */
  onAct?: () => void
  children: ReactNode
}

/** The buttons of a dialog: cancel and act. */
export function DialogActions({
  onCancel,
  cancel = 'Cancel',
  isBusy,
  isIncomplete = false,
  kind = 'main',
  onAct,
  children,
}: DialogActionsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{cancel}</Button>
      <Button
        kind={kind}
        type={onAct === undefined ? 'submit' : 'button'}
        disabled={isBusy || isIncomplete}
        onClick={onAct}
      >
        {children}
      </Button>
    </div>
  )
}
