import { decimal } from '../format/numbers.ts'

interface HeatCellProps {
  name: string
  /** From 0 to 100. Null if there are no answers. */
  value: number | null | undefined
}

/** A share as one of six steps of blue, always with its number. */
export function HeatCell({ name, value }: HeatCellProps) {
  const label = `${name}: ${value == null ? 'no answers' : `${decimal(value, 0)}%`}`
  const step = value == null || value === 0 ? 0 : Math.min(5, 1 + Math.floor(value / 20))
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="grid h-5 min-w-[26px] place-items-center rounded-[3px] text-xs font-medium"
      style={
        value == null
          ? { color: 'var(--muted)', boxShadow: 'inset 0 0 0 1px var(--line)' }
          : { background: `var(--h${step})`, color: `var(--h-ink-${step > 3 ? 'hi' : 'lo'})` }
      }
    >
      {value == null ? '–' : decimal(value, 0)}
    </span>
  )
}
