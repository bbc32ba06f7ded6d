import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface DialogActionsProps {
  onCancel: () => void
  /** On the button that leaves; `Cancel` where not given. */
  cancel?: string
  /** While what was asked for is under way: it is not asked for twice. */
  isBusy: boolean
  /** Whether something is still to be entered, or nothing was changed. */
  isIncomplete?: boolean
  kind?: 'main' | 'danger'
  /** What the second button does; where not given, it sends the form that it stands in. */
  onAct?: () => void
  children: ReactNode
}

/** The end of a dialog: leave it, or do what it is for. */
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
