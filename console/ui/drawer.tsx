import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useOpen } from './use-open.ts'

interface DrawerProps {
  /** The URL parameter that holds what is open. */
  param: string
  /** Opens for this value. */
  value: string
  title: ReactNode
  actions?: ReactNode
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/**
 * Details of one thing over its page, with its own URL. Esc closes it and returns focus to the row or button that
 * carries `data-opens` with the value. Full screen on a phone.
 */
export function Drawer({ param, value, title, actions, onKeyDown, children }: DrawerProps) {
  const { value: opened, close } = useOpen(param)
  // Focus starts at the drawer itself, so that a screen reader reads its title.
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={opened === value} onOpenChange={(shown) => !shown && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-overlay" />
        <Dialog.Popup
          ref={popup}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="fixed inset-y-0 right-0 z-40 w-150 max-w-full overflow-y-auto bg-panel shadow-xl outline-none max-md:w-screen"
          initialFocus={popup}
          finalFocus={() => document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(value)}"]`) ?? true}
        >
          <header className="sticky top-0 z-10 flex min-h-13 items-center gap-2 border-b border-line bg-panel py-2 pr-3 pl-5">
            <Dialog.Title className="min-w-0 flex-1 wrap-anywhere">{title}</Dialog.Title>
            {actions}
            <button
              type="button"
              aria-label="Close"
              title="Close"
              className="grid size-[30px] flex-none place-items-center rounded-md text-muted hover:bg-sunken"
              onClick={close}
            >
              <X aria-hidden="true" />
            </button>
          </header>
          <div className="px-5 py-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
