import type { ResponseOf } from '../../api/client.ts'
import { useReadAll } from '../../api/hooks.ts'
import { Whisker } from '../../charts/whisker.tsx'
import { endsOf } from '../../charts/whisker-scale.ts'
import { describeInterval, populationLabel } from '../../copy/intervals.ts'
import { formats, type Metric, metricNames } from '../../copy/metrics.ts'
import { useFilters } from '../../frame/brand.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Export } from '../../ui/export.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { useView, Views } from '../../ui/views.tsx'

type Intervals = ResponseOf<'list-visibility-intervals'>

/** Confidence intervals of all entities. */
export function useIntervals() {
  const { input } = useFilters()
  return useReadAll('list-visibility-intervals', input)
}

/** All entities with their intervals. Entities whose intervals overlap may rank the other way around. */
export function ConfidencePanel() {
  const { input } = useFilters()
  const metric = useView('sure', metricNames)
  const query = useIntervals()
  return (
    <LoadedPanel
      query={query}
      lines={8}
      title="Confidence intervals"
      about="Covers random variation only. An API can still answer differently from the engine’s website."
      actions={
        <>
          <Views label="Figure" name="sure" views={metricNames} />
          <Export
            operation="list-visibility-intervals"
            input={{ ...input }}
            name={`intervals ${input.start_date} to ${input.end_date}`}
          />
        </>
      }
    >
      {(shown) => <IntervalRows shown={shown} metric={metric} />}
    </LoadedPanel>
  )
}

function IntervalRows({ shown: { data, meta }, metric }: { shown: Intervals; metric: Metric }) {
  const ends = endsOf(
    data.map((row) => row[metric]),
    metric === 'avg_rank',
  )
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        The dot is the figure. The band is the 95% confidence interval for exactly these prompts over many
        more days, the thin line the one for {populationLabel(meta.speaks_of)}.
      </p>
      <RowList label={`Confidence intervals: ${metricNames[metric]}`} rows={data} most={10}>
        {(row) => (
          <li
            key={row.id}
            className="grid items-center gap-x-5 gap-y-1 py-2 sm:grid-cols-[minmax(8rem,1fr)_4.5rem_2fr]"
          >
            <bdi className={row.is_our_brand ? 'font-semibold text-accent' : ''}>{row.name}</bdi>
            <span className="font-medium sm:text-right">{formats[metric](row[metric].value)}</span>
            <span className="min-w-0">
              <Whisker figure={row[metric]} ends={ends} />
              <span className="mt-0.5 block text-sm text-muted">
                {describeInterval(metric, row[metric], meta.prompts, meta.speaks_of)}
              </span>
            </span>
          </li>
        )}
      </RowList>
    </>
  )
}
