import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'

interface InfoPopoverProps {
  /** The explanation. Renders only when open. */
  info: ReactNode
  /** For screen readers, if the trigger has no text. */
  label?: string
  className?: string
  children: ReactNode
}

/** A mark or short text that opens its explanation on hover, tap or key press. */
export function InfoPopover({ info, label, className = '', children }: InfoPopoverProps) {
  return (
    <Popover.Root>
      <Popover.Trigger openOnHover aria-label={label} className={`cursor-help rounded-sm ${className}`}>
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={12} className="z-50">
          <Popover.Popup className="w-75 max-w-[calc(100vw-28px)] space-y-1.5 rounded-[8px] bg-panel px-3.5 py-3 text-ink-2 shadow-lg outline-none">
            {typeof info === 'string' ? <Popover.Title render={<p />}>{info}</Popover.Title> : info}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
