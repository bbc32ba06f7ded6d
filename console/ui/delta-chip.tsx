import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { changeOf, describeVerdict, isReal, type TestedChange } from '../copy/intervals.ts'
import { type Metric, metrics } from '../copy/metrics.ts'
import { decimal, signed } from '../format/numbers.ts'
import { InfoPopover } from './info-popover.tsx'

interface DeltaChipProps {
  tested: TestedChange | undefined
  metric?: Metric
  /** Whether it is about the reader's own brand. Only then, a real change is good or bad. */
  isOwn?: boolean
  /** In a table cell: only the number. */
  isCell?: boolean
}

const shape = 'inline-flex items-center gap-1 rounded-full whitespace-nowrap tabular-nums text-sm'

/**
 * A change that opens its test. It has an arrow only if it is real, and green or red only if it is also about the
 * reader's own brand. Renders nothing until the change is known.
 */
export function DeltaChip({ tested, metric = 'visibility_pct', isOwn = true, isCell = false }: DeltaChipProps) {
  if (tested === undefined) return null
  const change = changeOf(tested, metric)
  const { digits } = metrics[metric]
  const words = describeVerdict(tested, metric)
  const size = isCell ? 'h-[19px] px-1.5' : 'h-5 px-[7px]'
  if (change === null || (tested.verdict === 'not_comparable' && !isCell)) {
    if (isCell) return <span className="text-muted">–</span>
    return (
      <InfoPopover info={words} className={`${shape} ${size} border border-dashed border-line-strong text-muted`}>
        {change === null ? 'No earlier data' : 'Not comparable'}
      </InfoPopover>
    )
  }
  if (!isReal(tested, metric))
    return isCell ? (
      <InfoPopover info={words} className={`${shape} text-muted`}>
        {signed(change, digits)}
      </InfoPopover>
    ) : (
      <InfoPopover info={words} className={`${shape} ${size} bg-flat-soft font-medium text-flat`}>
        No clear change
      </InfoPopover>
    )
  // A higher average position is worse.
  const isGood = change > 0 === (metric !== 'avg_rank')
  const tone = !isOwn ? 'bg-flat-soft text-ink' : isGood ? 'bg-up-soft text-up' : 'bg-down-soft text-down'
  const Arrow = change > 0 ? ArrowUp : ArrowDown
  return (
    <InfoPopover info={words} className={`${shape} ${size} font-semibold ${tone}`}>
      <Arrow aria-hidden="true" className="size-3! stroke-[2.4]!" />
      <span className="sr-only">{change > 0 ? 'up ' : 'down '}</span>
      {decimal(Math.abs(change), digits)}
      {!isCell && metric !== 'avg_rank' && ' pts'}
    </InfoPopover>
  )
}
