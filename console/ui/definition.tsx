import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'

/** A figure or its name that opens its definition. The content renders only when open. */
export function Definition({
  name,
  label = `${name}: definition`,
  trigger,
  children,
}: {
  name: string
  label?: string
  trigger?: ReactNode
  children: ReactNode
}) {
  return (
    <Popover.Root>
      <Popover.Trigger
        {...(trigger === undefined ? { 'aria-label': label } : { title: label })}
        className={`cursor-help rounded underline decoration-line-strong decoration-dotted underline-offset-4 ${trigger === undefined ? 'text-left text-sm text-muted hover:text-ink' : 'hover:decoration-ink'}`}
      >
        {trigger ?? name}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} collisionPadding={12} className="z-50">
          <Popover.Popup className="max-h-[min(36rem,var(--available-height))] w-[26rem] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-[8px] bg-panel p-4 text-sm shadow-lg outline-none">
            <Popover.Title className="font-semibold">
              <bdi>{name}</bdi>
            </Popover.Title>
            <div className="mt-2 space-y-2">{children}</div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
