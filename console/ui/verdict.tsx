import { changeOf, describeVerdict, isReal, type TestedChange, unclear } from '../copy/intervals.ts'
import { formats, type Metric, metrics } from '../copy/metrics.ts'
import { signed } from '../format/numbers.ts'
import { InfoPopover } from './info-popover.tsx'

interface VerdictProps {
  tested: TestedChange | undefined
  metric?: Metric
  /** For table cells: only the number. */
  isShort?: boolean
}

/**
 * A displayed change that opens its explanation. Shows an arrow and a color only if the change is real in the
 * displayed direction. Renders nothing until the change is known.
 */
export function Verdict({ tested, metric = 'visibility_pct', isShort = false }: VerdictProps) {
  if (tested === undefined) return null
  const change = changeOf(tested, metric)
  const shape = 'text-sm font-normal'
  if (change === null)
    return (
      <span className={`${shape} text-muted`}>
        {tested.previous_value === null ? 'no earlier data' : '–'}
      </span>
    )
  const { digits } = metrics[metric]
  const unit = Math.abs(change) === 1 ? ' point' : ' points'
  const amount = `${signed(change, digits)}${isShort || metric === 'avg_rank' ? '' : unit}`
  const words = describeVerdict(tested, metric)
  if (!isReal(tested, metric))
    return (
      <InfoPopover words={words} className={`${shape} text-muted`}>
        {amount}
        {!isShort && unclear[tested.verdict] !== undefined && `, ${unclear[tested.verdict]}`}
      </InfoPopover>
    )
  // A higher average position is worse.
  const isGood = change > 0 === (metric !== 'avg_rank')
  return (
    <InfoPopover words={words} className={`${shape} whitespace-nowrap ${isGood ? 'text-good' : 'text-bad'}`}>
      <span aria-hidden="true">{change > 0 ? '▲' : '▼'}</span> {amount}
    </InfoPopover>
  )
}

/** The change of a figure and its value in the comparison period. */
export const VerdictSince = ({ tested, metric }: { tested: TestedChange | undefined; metric: Metric }) => (
  <span className="text-sm font-normal text-muted">
    <Verdict tested={tested} metric={metric} />
    {tested?.value != null &&
      tested.previous_value !== null &&
      ` from ${formats[metric](tested.previous_value)}`}
  </span>
)
