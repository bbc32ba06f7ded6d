import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'

interface ExplainedProps {
  /** The full explanation. */
  words: string
  className?: string
  children: ReactNode
}

/** A short text that opens its explanation on hover, tap or key press. */
export function InfoPopover({ words, className = '', children }: ExplainedProps) {
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        className={`cursor-help rounded underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-current ${className}`}
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={12} className="z-50">
          <Popover.Popup className="max-w-72 rounded-lg border border-line-strong bg-panel px-3 py-2 shadow-lg outline-none">
            <Popover.Title render={<p />} className="text-sm">
              {words}
            </Popover.Title>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
