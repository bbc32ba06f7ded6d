import type { ReactNode } from 'react'

export interface Bar {
  key: string
  name: ReactNode
  value: number | null
  /** The value of a full-length bar. Defaults to 100. */
  most?: number
  /** Shown next to the value. */
  aside?: ReactNode
  onClick?: () => void
  isOn?: boolean
}

/** Horizontal bars from 0 to 100%. A bar can be a filter button, with a popover next to its value. */
export function Bars({
  label,
  bars,
  format,
}: {
  label: string
  bars: readonly Bar[]
  format: (value: number | null) => string
}) {
  return (
    <ul aria-label={label} className="space-y-1">
      {bars.map((bar) => (
        <li key={bar.key}>
          <BarRow bar={bar} text={format(bar.value)} />
        </li>
      ))}
    </ul>
  )
}

function BarRow({
  bar: { name, value, most = 100, aside, onClick, isOn = false },
  text,
}: {
  bar: Bar
  text: string
}) {
  return (
    <div
      className={`relative rounded-md px-2 py-1.5 ${isOn ? 'bg-accent-soft' : ''} ${onClick === undefined ? '' : 'hover:bg-sunken'}`}
    >
      <div className="flex items-baseline justify-between gap-3">
        {onClick === undefined ? (
          <span className="truncate">{name}</span>
        ) : (
          <button
            type="button"
            aria-pressed={isOn}
            onClick={onClick}
            // The whole row is clickable, except for the popover.
            className="truncate text-left after:absolute after:inset-0 after:rounded-md"
          >
            {name}
            <span className="sr-only"> {text}</span>
          </button>
        )}
        <span className="flex items-baseline gap-2 whitespace-nowrap">
          {aside !== undefined && <span className="relative">{aside}</span>}
          <span aria-hidden={onClick !== undefined} className="w-16 text-right font-medium">
            {text}
          </span>
        </span>
      </div>
      <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, Math.max(0, most === 0 ? 0 : (100 * (value ?? 0)) / most))}%` }}
        />
      </div>
    </div>
  )
}
