import { changeOf, describeVerdict, isReal, type TestedChange, unclear } from '../copy/intervals.ts'
import { formats, type Metric, metrics } from '../copy/metrics.ts'
import { signed } from '../format/numbers.ts'
import { InfoPopover } from './info-popover.tsx'

interface VerdictProps {
  tested: TestedChange | undefined
  metric?: Metric
  /** For cells: the number alone. */
  isShort?: boolean
}

/**
 * The change of a figure as shown, which opens its explanation. An arrow and a color only if a test says that it is real, in
 * the direction that is shown. Nothing while the change is not known.
 */
export function Verdict({ tested, metric = 'visibility_pct', isShort = false }: VerdictProps) {
  if (tested === undefined) return null
  const change = changeOf(tested, metric)
  const shape = 'text-sm font-normal'
  if (change === null)
    return (
      <span className={`${shape} text-muted`}>{tested.previous_value === null ? 'nothing before' : '–'}</span>
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
  // A greater average position is a worse one.
  const isGood = change > 0 === (metric !== 'avg_rank')
  return (
    <InfoPopover words={words} className={`${shape} whitespace-nowrap ${isGood ? 'text-good' : 'text-bad'}`}>
      <span aria-hidden="true">{change > 0 ? '▲' : '▼'}</span> {amount}
    </InfoPopover>
  )
}

/** The change of a figure, and the figure of the comparison period that it is measured from. */
export const VerdictSince = ({ tested, metric }: { tested: TestedChange | undefined; metric: Metric }) => (
  <span className="text-sm font-normal text-muted">
    <Verdict tested={tested} metric={metric} />
    {tested?.value != null &&
      tested.previous_value !== null &&
      ` from ${formats[metric](tested.previous_value)}`}
  </span>
)
