import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * One stop of the tab key for all buttons of a table: arrow keys go on from there, left and right within a row, up and down
 * between rows, Home and End to a row’s ends.
 */
export function ArrowKeys({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const stop = useRef<HTMLElement>(null)
  const rows = () =>
    [...(element.current?.querySelectorAll('tbody tr') ?? [])]
      .map((row) => [...row.querySelectorAll('button')].filter((button) => button.offsetParent !== null))
      .filter((buttons) => buttons.length > 0)
  const choose = (chosen: HTMLElement | undefined) => {
    stop.current = chosen ?? null
    for (const button of element.current?.querySelectorAll('tbody button') ?? [])
      (button as HTMLElement).tabIndex = button === chosen ? 0 : -1
  }
  // With each row that comes or goes.
  useLayoutEffect(() => {
    const all = rows().flat()
    choose(all.find((button) => button === stop.current) ?? all[0])
  })
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLButtonElement && element.current?.contains(target)) choose(target)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = rows()
    const place = all.findIndex((buttons) => buttons.some((button) => button === event.target))
    const next = place < 0 ? undefined : nextOf(all, place, event.target as HTMLButtonElement, event.key)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are what is pressed
    <div ref={element} className="group" onFocus={onFocus} onKeyDown={onKeyDown}>
      <p className="sr-only group-has-focus-visible:not-sr-only group-has-focus-visible:pb-2 text-sm text-muted">
        Arrow keys go from figure to figure.
      </p>
      {children}
    </div>
  )
}

function nextOf<T>(rows: readonly (readonly T[])[], row: number, current: T, key: string): T | undefined {
  const own = rows[row] ?? []
  const column = own.indexOf(current)
  const beside = (other: readonly T[] | undefined) => other?.[Math.min(column, other.length - 1)]
  switch (key) {
    case 'ArrowLeft':
      return own[column - 1]
    case 'ArrowRight':
      return own[column + 1]
    case 'ArrowUp':
      return beside(rows[row - 1])
    case 'ArrowDown':
      return beside(rows[row + 1])
    case 'Home':
      return own[0]
    case 'End':
      return own.at(-1)
    default:
      return undefined
  }
}
