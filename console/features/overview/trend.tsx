import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { type Metric, metrics } from '../../copy/metrics.ts'
import { today } from '../../format/days.ts'
import { percent, rank, score } from '../../format/numbers.ts'
import { useBrand, useColors, useFilters } from '../../frame/use-brand.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { Notes } from './notes.tsx'
import { seriesOf } from './trend-series.ts'

const formats: Record<Metric, (value: number | null) => string> = {
  visibility_pct: (value) => percent(value, 0),
  market_share_pct: (value) => percent(value, 0),
  sentiment_score: score,
  avg_rank: rank,
}

const names = Object.fromEntries(
  Object.entries(metrics).map(([metric, { name }]) => [metric, name]),
) as Record<Metric, string>

/** Below this coverage (percent), days are not comparable (docs/console.md). */
const enoughCoverage = 95

/** One metric over time for the brand and the most mentioned competitors, with notes. */
export function Trend() {
  const { workspaceId, brandId } = useBrand()
  const { input } = useFilters()
  const { start_date, end_date } = input
  const color = useColors(workspaceId, brandId)
  const metric = useView('metric', names)
  const query = useQuery(read(workspaceId, 'list-visibility-trend', { brand_id: brandId, ...input }))
  const notes = useQuery(read(workspaceId, 'list-notes', { brand_id: brandId, start_date, end_date }))
  const coverage = query.data?.meta.coverage_pct ?? null
  return (
    <Panel
      title="Trend"
      about={
        coverage !== null && coverage < enoughCoverage ? (
          <span className="text-warn">
            {percent(coverage, 0)} of planned answers collected: some days have fewer answers
          </span>
        ) : (
          'the brand and the most mentioned competitors'
        )
      }
      actions={<Views name="metric" views={names} />}
    >
      <Loaded query={query} lines={9}>
        {({ data }) => (
          <LineChart
            title={`${metrics[metric].name} per day`}
            series={seriesOf(data, metric, color, today(new Date()))}
            format={formats[metric]}
            isPlace={metric === 'avg_rank'}
            marks={notes.data?.data ?? []}
          />
        )}
      </Loaded>
      <Notes query={notes} />
    </Panel>
  )
}
