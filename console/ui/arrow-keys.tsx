import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * Makes the buttons of a table a single tab stop. Arrow keys move left and right within a row, and up and down
 * between rows. Home and End move to the ends of a row.
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
  // Runs whenever rows are added or removed.
  useLayoutEffect(() => {
    const all = rows().flat()
    choose(all.find((button) => button === stop.current) ?? all[0])
  })
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLButtonElement && element.current?.contains(target)) choose(target)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = rows()
    const rowIndex = all.findIndex((buttons) => buttons.some((button) => button === event.target))
    const next = rowIndex < 0 ? undefined : nextOf(all, rowIndex, event.target as HTMLButtonElement, event.key)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons handle the interaction
    <div ref={element} className="group" onFocus={onFocus} onKeyDown={onKeyDown}>
      <p className="sr-only group-has-focus-visible:not-sr-only group-has-focus-visible:pb-2 text-sm text-muted">
        Use arrow keys to move between figures.
      </p>
      {children}
    </div>
  )
}

function nextOf<T>(rows: readonly (readonly T[])[], row: number, current: T, key: string): T | undefined {
  const own = rows[row] ?? []
  const column = own.indexOf(current)
  const sameColumn = (other: readonly T[] | undefined) => other?.[Math.min(column, other.length - 1)]
  const places: Readonly<Record<string, T | undefined>> = {
    ArrowLeft: own[column - 1],
    ArrowRight: own[column + 1],
    ArrowUp: sameColumn(rows[row - 1]),
    ArrowDown: sameColumn(rows[row + 1]),
    Home: own[0],
    End: own.at(-1),
  }
  return places[key]
}
