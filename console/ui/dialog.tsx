import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-overlay" />
        <Base.Popup className="fixed top-[10vh] left-1/2 z-50 max-h-[80vh] w-[min(480px,calc(100vw-28px))] -translate-x-1/2 overflow-y-auto rounded-lg bg-panel p-5 shadow-lg">
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          <div className="mt-4 space-y-4">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface DialogActionsProps {
  onCancel: () => void
  cancel?: string
  isBusy: boolean
  /** Whether required input is missing or nothing changed. */
  isIncomplete?: boolean
  kind?: 'main' | 'danger'
  children: ReactNode
}

export function DialogActions(props: DialogActionsProps) {
  const { onCancel, cancel = 'Cancel', isBusy, isIncomplete = false, kind = 'main', children } = props
  return (
    <div className="flex justify-end gap-2">
      <Button label={cancel} onClick={onCancel} />
      <Button label={children} kind={kind} type="submit" disabled={isBusy || isIncomplete} />
    </div>
  )
}
