import { useReadAll } from '../../api/hooks.ts'
import { type Certainty, describeInterval, populationLabel, type SpeaksOf } from '../../copy/intervals.ts'
import { formatExact, type Metric } from '../../copy/metrics.ts'
import { useFilters } from '../../frame/brand.tsx'

export function useIntervals() {
  const { input } = useFilters()
  return useReadAll('list-visibility-intervals', input)
}

export interface IntervalProps {
  metric: Metric
  figure: Certainty
  /** How many prompts are behind the figure, and what the wider interval is about. */
  meta: { prompts: number; speaks_of: SpeaksOf }
}

export function Interval({ metric, figure, meta: { prompts, speaks_of: speaksOf } }: IntervalProps) {
  const { these_prompts: these, prompts_like_these: like } = figure
  if (these === null) return <p>{describeInterval(metric, figure, prompts, speaksOf)}</p>
  const range = ({ low, high }: { low: number; high: number }) =>
    `${formatExact(metric, low)} to ${formatExact(metric, high)}`
  return (
    <>
      <p className="font-semibold text-ink">{range(these)}</p>
      <p>Ask the same prompts again and you’d expect a figure in this range, 19 times out of 20.</p>
      {like !== null && (
        <p className="text-xs text-muted">
          For {populationLabel(speaksOf)}: {range(like)}
        </p>
      )}
    </>
  )
}

export function EntityInterval({ metric, entityId }: { metric: Metric; entityId: string }) {
  const { data } = useIntervals()
  const row = data?.data.find(({ id }) => id === entityId)
  if (data === undefined || row === undefined) return null
  return <Interval metric={metric} figure={row[metric]} meta={data.meta} />
}
