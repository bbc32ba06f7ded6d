import { Dialog } from '@base-ui/react/dialog'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { type ReactNode, useRef } from 'react'
import { useOpen } from './use-open.ts'

interface DrawerProps {
  /** The URL parameter that holds what is open. */
  param: string
  /** Opens for this value. Defaults to any value, such as the id of a row. */
  value?: string
  title: ReactNode
  actions?: ReactNode
  /** Values before and after the open one in their list, for the buttons and the arrow keys. */
  neighbors?: { previous: string | undefined; next: string | undefined }
  children: ReactNode
}

/**
 * Details of one thing over its page, with its own URL. Esc closes it and returns focus to the row or button that
 * carries `data-opens` with the value. Full screen on a phone.
 */
export function Drawer({ param, value, title, actions, neighbors, children }: DrawerProps) {
  const { value: opened, open, close } = useOpen(param)
  const isOpen = opened !== undefined && (value === undefined || value === opened)
  // Focus starts at the drawer itself, so that a screen reader reads its title.
  const popup = useRef<HTMLDivElement>(null)
  const go = (to: string | undefined) => to !== undefined && open(to)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(shown) => !shown && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-overlay" />
        <Dialog.Popup
          ref={popup}
          tabIndex={-1}
          className="fixed inset-y-0 right-0 z-40 w-150 max-w-full overflow-y-auto bg-panel shadow-xl outline-none max-md:w-screen"
          initialFocus={popup}
          finalFocus={() =>
            document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(opened ?? '')}"]`) ?? true
          }
          onKeyDown={({ key, target }) => {
            if (neighbors === undefined || (target as Element).matches('input, textarea, select')) return
            if (key === 'ArrowUp') go(neighbors.previous)
            if (key === 'ArrowDown') go(neighbors.next)
          }}
        >
          <header className="sticky top-0 z-10 flex min-h-13 items-center gap-2 border-b border-line bg-panel py-2 pr-3 pl-5">
            <Dialog.Title className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</Dialog.Title>
            {actions}
            {neighbors && (
              <>
                <IconButton
                  label="Previous"
                  isOff={neighbors.previous === undefined}
                  onClick={() => go(neighbors.previous)}
                >
                  <ChevronUp aria-hidden="true" />
                </IconButton>
                <IconButton
                  label="Next"
                  isOff={neighbors.next === undefined}
                  onClick={() => go(neighbors.next)}
                >
                  <ChevronDown aria-hidden="true" />
                </IconButton>
              </>
            )}
            <IconButton label="Close" onClick={close}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className="px-5 py-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface IconButtonProps {
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

const IconButton = ({ label, isOff = false, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={isOff}
    className="grid size-[30px] flex-none place-items-center rounded-md text-muted hover:bg-sunken disabled:opacity-55"
    onClick={onClick}
  >
    {children}
  </button>
)
