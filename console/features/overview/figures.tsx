import type { ResponseOf } from '../../api/client.ts'
import { Whisker } from '../../charts/whisker.tsx'
import { describeInterval, testedChange } from '../../copy/intervals.ts'
import { formats, type Metric, metrics } from '../../copy/metrics.ts'
import { dayRange } from '../../format/days.ts'
import { count } from '../../format/numbers.ts'
import { VerdictSince } from '../../ui/verdict.tsx'
import { useIntervals } from '../figures/confidence-panel.tsx'
import { MetricDefinition } from '../figures/metric-definition.tsx'
import type { EntityChange } from '../figures/use-changes.ts'

type Rankings = ResponseOf<'list-competitor-rankings'>
type Own = Rankings['data'][number]

/** The brand’s four metrics with changes and confidence intervals. */
export function Figures({
  shown: { data, meta },
  change,
}: {
  shown: Rankings
  change: EntityChange | undefined
}) {
  const own = data.find(({ is_our_brand }) => is_our_brand)
  const { previous_period: before, executions } = meta
  return (
    <div>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {(Object.keys(metrics) as Metric[]).map((metric) => (
          <div key={metric} className="border-t border-line-strong pt-3">
            <dt>
              <MetricDefinition metric={metric} />
            </dt>
            <dd className="flex flex-wrap items-baseline gap-x-3">
              <span className="text-[2rem] leading-tight font-semibold tracking-tight">
                {formats[metric](own?.[metric] ?? null)}
              </span>
              <VerdictSince tested={change && testedChange(change, metric)} metric={metric} />
            </dd>
            <dd className="text-sm text-muted">{aboutOf(metric, own, meta)}</dd>
            <Interval metric={metric} entities={data.length} />
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        {count(executions)} answers, {dayRange(meta.period.start_date, meta.period.end_date)} (UTC)
        {before !== undefined && `; compared with ${dayRange(before.start_date, before.end_date)}`}.
      </p>
    </div>
  )
}

function aboutOf(
  metric: Metric,
  own: Own | undefined,
  { total_competitors: others }: Rankings['meta'],
): string {
  const { about } = metrics[metric]
  if (metric !== 'visibility_pct' || own === undefined) return about
  const before = own.previous == null ? '' : `, previously #${own.previous.rank}`
  return `${about}; #${own.rank} of ${others + 1}${before}`
}

/** The confidence interval below a figure. */
function Interval({ metric, entities }: { metric: Metric; entities: number }) {
  const { data, isPlaceholderData } = useIntervals()
  const own = data?.data.find(({ is_our_brand }) => is_our_brand)
  if (data === undefined || own === undefined || isPlaceholderData) return null
  const ends = metric === 'avg_rank' ? { from: 1, to: Math.max(2, entities) } : { from: 0, to: 100 }
  return (
    <dd className="mt-2 text-sm text-muted">
      <Whisker figure={own[metric]} ends={ends} />
      <span className="mt-1 block">
        {describeInterval(metric, own[metric], data.meta.prompts, data.meta.speaks_of)}
      </span>
    </dd>
  )
}
