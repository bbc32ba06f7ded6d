import type { ReactNode } from 'react'

export interface Bar {
  key: string
  name: ReactNode
  value: number | null
  /** What stands beside the value. */
  aside?: ReactNode
  onClick?: () => void
  isOn?: boolean
}

/** Shares beside each other, from zero to 100 %; each may be a filter. */
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

function BarRow({ bar: { name, value, aside, onClick, isOn = false }, text }: { bar: Bar; text: string }) {
  const content = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate">{name}</span>
        <span className="flex items-baseline gap-2 whitespace-nowrap">
          {aside}
          <span className="w-16 text-right font-medium">{text}</span>
        </span>
      </span>
      <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-sunken">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, Math.max(0, value ?? 0))}%` }}
        />
      </span>
    </>
  )
  const shape = `block w-full rounded-md px-2 py-1.5 text-left ${isOn ? 'bg-accent-soft' : ''}`
  if (onClick === undefined) return <div className={shape}>{content}</div>
  return (
    <button type="button" aria-pressed={isOn} onClick={onClick} className={`${shape} hover:bg-sunken`}>
      {content}
    </button>
  )
}
