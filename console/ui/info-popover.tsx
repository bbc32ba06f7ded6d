import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'

interface InfoPopoverProps {
  /** The explanation. Renders only when open. */
  info: ReactNode
  /** For screen readers, if the trigger has no text. */
  label?: string
  /** Heads a long explanation, which opens only on a click. */
  title?: string
  className?: string
  children: ReactNode
}

const widths = {
  short: 'w-75 max-w-[calc(100vw-28px)] space-y-1.5 px-3.5 py-3 text-ink-2',
  long: 'max-h-[min(36rem,var(--available-height))] w-104 max-w-[calc(100vw-2rem)] overflow-y-auto p-4 text-sm',
}

/** A mark or text that opens its explanation on hover, tap or key press. */
export function InfoPopover({ info, label, title, className = '', children }: InfoPopoverProps) {
  const isLong = title !== undefined
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover={!isLong}
        aria-label={label}
        title={title && `${title}: definition`}
        className={`cursor-help rounded-sm ${isLong ? 'underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink' : ''} ${className}`}
      >
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align={isLong ? 'start' : 'center'} sideOffset={6} collisionPadding={12} className="z-50">
          <Popover.Popup
            className={`rounded-[8px] bg-panel shadow-lg outline-none ${widths[isLong ? 'long' : 'short']}`}
          >
            {isLong && <Popover.Title render={<bdi className="mb-2 block font-semibold" />}>{title}</Popover.Title>}
            {typeof info === 'string' ? <Popover.Title render={<p />}>{info}</Popover.Title> : info}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
