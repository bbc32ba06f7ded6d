import { signed } from '../../format/numbers.ts'
import type { Metric } from '../../words/metrics.ts'

/** A change of a figure with its verdict, in the direction of the number. */
export interface Tested {
  value: number | null
  previous_value: number | null
  verdict: string
}

/** Digits that each figure is shown with: its change is the difference of the two as shown. */
const digits: Record<Metric, number> = {
  visibility_pct: 1,
  market_share_pct: 1,
  sentiment_score: 0,
  avg_rank: 1,
}

const verdictWords: Readonly<Record<string, string>> = {
  no_detectable_change: 'no clear change',
  not_comparable: 'too few prompts to test',
}

/** The change of a stored figure. An arrow and a color only if it was tested, is real and has the sign that is shown. */
export function ReportChange({ tested, metric }: { tested: Tested | undefined; metric: Metric }) {
  if (tested === undefined) return null
  const { value, previous_value: before, verdict } = tested
  const muted = 'text-sm font-normal text-muted'
  if (before === null) return <span className={muted}>nothing before</span>
  if (value === null) return <span className={muted}>–</span>
  const change = shownDifference(value, before, digits[metric])
  const amount = `${signed(change, digits[metric])}${metric === 'avg_rank' ? '' : ' points'}`
  const words = verdictWords[verdict]
  if (words !== undefined) return <span className={muted}>{`${amount}, ${words}`}</span>
  if (change === 0 || (verdict === 'up') !== change > 0) return <span className={muted}>{amount}</span>
  const isGood = change > 0 === (metric !== 'avg_rank')
  return (
    <span className={`text-sm font-normal ${isGood ? 'text-good' : 'text-bad'}`}>
      <span aria-hidden="true">{change > 0 ? '▲' : '▼'}</span> {amount}
    </span>
  )
}

/** The difference of two figures with so many digits as they are shown. */
export function shownDifference(value: number, before: number, shown: number): number {
  const rounded = (number: number) => Math.round(number * 10 ** shown) / 10 ** shown
  return rounded(rounded(value) - rounded(before))
}
