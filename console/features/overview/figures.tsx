import type { ReactNode } from 'react'
import { type DataOf, type RowOf, useRead } from '../../api/hooks.ts'
import { pointsOf } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import type { Series } from '../../charts/scale.ts'
import { averageDays } from '../../charts/smooth.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { type Certainty, testedChange } from '../../copy/intervals.ts'
import { formatExact, formats, type Metric, metricNames } from '../../copy/metrics.ts'
import { addDays, daysBetween } from '../../format/days.ts'
import { engineColor, lineColor } from '../../format/entity-colors.ts'
import { percent } from '../../format/numbers.ts'
import { useBrand, useColors, useFilters } from '../../frame/brand.tsx'
import { useParam } from '../../search/use-param.ts'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { InvalidParameter } from '../../ui/invalid-parameter.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { useView } from '../../ui/views.tsx'
import { FigureInfo } from '../figures/figure-info.tsx'
import { useIntervals } from '../figures/interval.tsx'
import { useEntityChanges } from '../figures/use-changes.ts'

const order = ['visibility_pct', 'market_share_pct', 'avg_rank', 'sentiment_score'] as const
const lines = { brand: 'Brands', engine: 'Engines', market: 'Markets', topic: 'Topics' } as const
const maxLines = 6

/** Below this coverage (percent), days are not comparable (docs/console.md). */
const enoughCoverage = 95

/** The brand’s four figures, joined to the chart of the chosen one. */
export function Figures({ rankings }: { rankings: DataOf<'list-competitor-rankings'> }) {
  const { brandId } = useBrand()
  const change = useEntityChanges().get(brandId)
  const metric = useView('metric', metricNames)
  const by = useView('by', lines)
  const [, setMetric] = useParam('metric')
  const { data: intervals, isPlaceholderData: isStale } = useIntervals()
  const own = rankings.find(({ is_our_brand }) => is_our_brand)
  const sure = isStale ? undefined : intervals?.data.find(({ is_our_brand }) => is_our_brand)
  const choose = (chosen: Metric) => setMetric(chosen === 'visibility_pct' ? undefined : chosen)
  return (
    <section aria-label="Figures" className="min-w-0 rounded-lg border border-line bg-panel">
      <InvalidParameter name="metric" known={order} />
      <InvalidParameter name="by" known={Object.keys(lines)} />
      <fieldset className="grid grid-cols-2 border-b border-line md:grid-cols-4">
        <legend className="sr-only">Choose a figure for the chart</legend>
        {order.map((one) => (
          <Kpi
            key={one}
            metric={one}
            value={own?.[one] ?? null}
            sure={sure?.[one]}
            isChosen={one === metric}
            onChoose={() => choose(one)}
          >
            <span className="relative z-[1] empty:hidden">
              <DeltaChip tested={change && testedChange(change, one)} metric={one} />
            </span>
            <span className="relative z-[1] min-w-0 flex-1">
              {sure && intervals && <FigureInfo metric={one} figure={sure[one]} meta={intervals.meta} />}
            </span>
          </Kpi>
        ))}
      </fieldset>
      <div className="px-4 pt-2.5 pb-3">
        {by === 'brand' ? <BrandTrend metric={metric} /> : <SegmentTrend metric={metric} by={by} />}
      </div>
    </section>
  )
}

interface KpiProps {
  metric: Metric
  value: number | null
  sure: Certainty | undefined
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** A figure with half of its 95% interval. Choosing it changes the chart. */
function Kpi({ metric, value, sure, isChosen, onChoose, children }: KpiProps) {
  const [, figure = '–', unit] = /^([^%]*)(%?)$/.exec(formatExact(metric, value)) ?? []
  const these = sure?.these_prompts
  return (
    <div
      className={`relative min-w-0 border-line px-3 py-[11px] even:border-l hover:bg-hover max-md:nth-[n+3]:border-t md:px-4 md:py-[13px] md:not-first:border-l ${isChosen ? 'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent' : ''}`}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        // The whole cell chooses, except for the popovers.
        className={`block font-medium after:absolute after:inset-0 ${isChosen ? 'text-accent' : 'text-muted'}`}
        onClick={onChoose}
      >
        {metricNames[metric]}
      </button>
      <p className="mt-[3px] mb-1.5 flex items-baseline gap-[7px] whitespace-nowrap">
        <span className="text-[24px] leading-[30px] font-semibold tracking-[-0.03em] tabular-nums md:text-3xl md:leading-[34px]">
          {figure}
          {unit && <span className="ml-px text-xl font-medium tracking-normal">{unit}</span>}
        </span>
        {these && (
          <small className="text-sm text-muted" title="95% interval, same prompts asked again">
            ±{formatExact(metric, (these.high - these.low) / 2).replace('%', '')}
          </small>
        )}
      </p>
      <div className="flex min-h-5 items-center gap-3">{children}</div>
    </div>
  )
}

function BrandTrend({ metric }: { metric: Metric }) {
  const { input } = useFilters()
  const { start_date, end_date } = input
  const color = useColors()
  const query = useRead('list-visibility-trend', input)
  const notes = useRead('list-notes', { start_date, end_date })
  const before = usePreviousPoints()
  const { data: intervals } = useIntervals()
  // Only a share of all answers varies by how many there are; other figures have no interval per day.
  const own = metric === 'visibility_pct' ? intervals?.data.find(({ is_our_brand }) => is_our_brand) : undefined
  const these = own?.visibility_pct.these_prompts
  const coverage = query.data?.meta.coverage_pct ?? null
  const withContext = (line: Series): Series => {
    if (!line.isOwn) return line
    const answers = line.points.reduce((sum, { weight = 0 }) => sum + weight, 0)
    return {
      ...line,
      ...(before && { previous: trendOf(before, metric) }),
      ...(these && { interval: { halfWidth: (these.high - these.low) / 2, answers } }),
    }
  }
  return (
    <>
      {coverage !== null && coverage < enoughCoverage && (
        <p className="text-sm text-warn">
          {percent(coverage, 0)} of planned answers collected: some days have fewer answers
        </p>
      )}
      <Loaded query={query} lines={16}>
        {({ data }) => (
          <Chart
            title={`${metricNames[metric]} over time`}
            metric={metric}
            series={seriesOf(data, metric, color).slice(0, maxLines).map(withContext)}
            marks={notes.data?.data ?? []}
          />
        )}
      </Loaded>
    </>
  )
}

/** The brand's points in the previous period. Undefined if the page does not compare. */
function usePreviousPoints(): readonly TrendPoint[] | undefined {
  const { filters, input } = useFilters()
  const days = daysBetween(input.start_date, input.end_date)
  const { data, isPlaceholderData } = useRead(
    'list-visibility-trend',
    {
      ...input,
      // The average of the first day covers days before it.
      start_date: addDays(input.start_date, 1 - days - averageDays),
      end_date: addDays(input.start_date, -1),
      limit: 1,
    },
    { enabled: filters.compare },
  )
  const own = data?.data.find(({ is_our_brand }) => is_our_brand)
  return filters.compare && !isPlaceholderData ? own?.points : undefined
}

function SegmentTrend({ metric, by }: { metric: Metric; by: 'engine' | 'market' | 'topic' }) {
  const { input } = useFilters()
  const query = useRead('list-segment-trends', { dimension: by, ...input, limit: maxLines })
  const nameOf = { engine: engineName, market: marketName, topic: (name: string) => name }[by]
  return (
    <Loaded query={query} lines={16}>
      {({ data }) => {
        const idOf = ({ segment, topic_id }: (typeof data)[number]) => topic_id ?? segment
        // Sorted by id, so that a line keeps its color when ranks change.
        const ids = data.map(idOf).sort()
        const rows = data.map((row) => ({ ...row, id: idOf(row), name: nameOf(row.segment), is_our_brand: false }))
        const color = (id: string) => (by === 'engine' ? engineColor(id) : lineColor(id, ids))
        return (
          <Chart
            title={`${metricNames[metric]} by ${by} over time`}
            metric={metric}
            series={seriesOf(rows, metric, color)}
          />
        )
      }}
    </Loaded>
  )
}

const axis: Record<Metric, (value: number | null) => string> = {
  ...formats,
  visibility_pct: (value) => percent(value, 0),
  market_share_pct: (value) => percent(value, 0),
}

interface ChartProps {
  title: string
  metric: Metric
  series: readonly Series[]
  marks?: readonly { id: string; day: string; text: string }[]
}

function Chart({ title, metric, series, marks = [] }: ChartProps) {
  const by = useView('by', lines)
  const [, setBy] = useParam('by')
  const notes = useOpen('open')
  return (
    <LineChart
      {...{ title, series, marks }}
      format={axis[metric]}
      isPlace={metric === 'avg_rank'}
      {...(metric !== 'avg_rank' && { most: 100 })}
      height={402}
      menu={[
        ...Object.entries(lines)
          .filter(([key]) => key !== by)
          .map(([key, name]) => ({
            name: `Show ${name.toLowerCase()}`,
            onClick: () => setBy(key === 'brand' ? undefined : key),
          })),
        { name: 'Notes', onClick: () => notes.open('notes') },
      ]}
    />
  )
}

type Entity = Pick<RowOf<'list-visibility-trend'>, 'id' | 'name' | 'is_our_brand'> & {
  points: readonly TrendPoint[]
}
type TrendPoint = Record<Metric, number | null> & { start_date: string; end_date: string; executions: number }

const seriesOf = (entities: readonly Entity[], metric: Metric, color: (id: string) => string): Series[] =>
  entities.map(({ id, name, is_our_brand: isOwn, points }) => ({
    ...{ id, name, color: color(id), isOwn },
    points: trendOf(points, metric),
  }))

const trendOf = (points: readonly TrendPoint[], metric: Metric) =>
  pointsOf(
    points,
    (point) => point[metric],
    (point) => weightOf(point, metric),
  )

/**
 * What a day's figure is a share or mean of: all answers, all mentions, or the answers that mention the entity. Only
 * the first is given; the others follow from visibility.
 */
function weightOf(point: TrendPoint, metric: Metric): number {
  const { executions, visibility_pct: visibility, market_share_pct: share } = point
  if (metric === 'visibility_pct') return executions
  const mentioning = (executions * (visibility ?? 0)) / 100
  if (metric !== 'market_share_pct') return mentioning
  return share === null || share === 0 ? executions : (100 * mentioning) / share
}
