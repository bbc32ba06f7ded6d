import { type Ends, placeOf, type Sure } from './whisker-scale.ts'

interface WhiskerProps {
  figure: Sure
  ends: Ends
  color?: string
  /** Draws a line at zero, for changes. */
  hasZero?: boolean
}

/** A figure as a dot, on its interval for these prompts (band) and for similar prompts (thin line). */
export function Whisker({ figure, ends, color = 'var(--accent)', hasZero = false }: WhiskerProps) {
  const { value, these_prompts: these, prompts_like_these: like } = figure
  const range = ({ low, high }: { low: number; high: number }) => {
    const left = placeOf(low, ends)
    return { left: `${left}%`, width: `${placeOf(high, ends) - left}%`, background: color }
  }
  return (
    <span aria-hidden="true" className="relative block h-2.5 w-full">
      <span className="absolute inset-x-0 top-[4.5px] h-px bg-(--grid)" />
      {hasZero && (
        <span className="absolute -inset-y-[3px] w-px bg-line-strong" style={{ left: `${placeOf(0, ends)}%` }} />
      )}
      {like !== null && <span className="absolute top-[4.5px] h-px opacity-50" style={range(like)} />}
      {these !== null && (
        <span className="absolute top-[2px] h-1.5 min-w-0.5 rounded-[3px] opacity-[0.28]" style={range(these)} />
      )}
      {value !== null && (
        <span
          className="absolute top-[1.5px] -ml-[3.5px] size-[7px] rounded-full"
          style={{ left: `${placeOf(value, ends)}%`, background: color }}
        />
      )}
    </span>
  )
}
