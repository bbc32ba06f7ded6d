import { type Ends, placeOf, type Sure } from './whisker-scale.ts'

/** A figure as a dot, on its interval for these prompts (band) and for similar prompts (thin line). */
export function Whisker({ figure, ends }: { figure: Sure; ends: Ends }) {
  const { value, these_prompts: these, prompts_like_these: like } = figure
  const range = ({ low, high }: { low: number; high: number }) => {
    const left = placeOf(low, ends)
    return { left: `${left}%`, width: `${placeOf(high, ends) - left}%` }
  }
  return (
    <span aria-hidden="true" className="relative block h-3">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
      {like !== null && (
        <span
          className="absolute inset-y-0 border-x border-accent before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-accent"
          style={range(like)}
        />
      )}
      {these !== null && (
        <span className="absolute inset-y-[3px] min-w-0.5 rounded-sm bg-accent/35" style={range(these)} />
      )}
      {value !== null && (
        <span
          className="absolute top-1/2 size-2 -translate-1/2 rounded-full bg-accent"
          style={{ left: `${placeOf(value, ends)}%` }}
        />
      )}
    </span>
  )
}
