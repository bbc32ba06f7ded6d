import { signed } from '../format/numbers.ts'

/** A change against the period before: its sign in words for readers, in colour beside an arrow for eyes. */
export function Change({
  value,
  unit,
  digits = 1,
  lowerIsBetter = false,
}: {
  value: number | null | undefined
  unit: string
  digits?: number
  lowerIsBetter?: boolean
}) {
  if (value == null) return null
  const rounded = Number(value.toFixed(digits))
  if (rounded === 0) return <span className="text-sm text-muted">unchanged</span>
  const isGood = rounded > 0 !== lowerIsBetter
  return (
    <span className={`text-sm whitespace-nowrap ${isGood ? 'text-good' : 'text-bad'}`}>
      <span aria-hidden="true">{rounded > 0 ? '▲' : '▼'}</span> {signed(rounded, digits)} {unit}
    </span>
  )
}
