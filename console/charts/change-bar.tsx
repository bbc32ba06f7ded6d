import { signed } from '../format/numbers.ts'
import { Swatch } from '../ui/tiles.tsx'
import { type BarPart, type BarReach, placeParts, zeroOf } from './change-bar-scale.ts'

export interface NamedPart extends BarPart {
  name: string
  color: string
}

/** Smaller parts would round to ±0.0. */
const isShown = ({ value }: BarPart) => Math.abs(value) >= 0.05

/** Parts of a change as a bar: increases right of zero, decreases left, with a legend below. */
export function ChangeBar({ label, parts, reach }: { label: string; parts: readonly NamedPart[]; reach: BarReach }) {
  const named = new Map(parts.map((part) => [part.key, part]))
  const placed = placeParts(parts, reach)
  if (placed.length === 0) return null
  return (
    <div>
      <div aria-hidden="true" className="relative h-3 rounded-sm bg-sunken">
        {placed.map(({ key, left, width }) => (
          <span
            key={key}
            className="absolute inset-y-0 border-x border-panel"
            style={{ left: `${left}%`, width: `${width}%`, background: named.get(key)?.color }}
          />
        ))}
        <span className="absolute -inset-y-1 w-px bg-ink" style={{ left: `${zeroOf(reach)}%` }} />
      </div>
      <ul aria-label={label} className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
        {placed.filter(isShown).map(({ key, value }) => (
          <li key={key} className="flex items-center gap-1.5">
            <Swatch color={named.get(key)?.color ?? ''} />
            <span className="text-ink">{signed(value)}</span> {named.get(key)?.name}
          </li>
        ))}
      </ul>
    </div>
  )
}
