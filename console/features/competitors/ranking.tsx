import { type ResponseOf, type RowOf, useReadAll } from '../../api/hooks.ts'
import { visibilityPoints } from '../../charts/day-series.ts'
import { Spark } from '../../charts/spark.tsx'
import { formats, type Metric } from '../../copy/metrics.ts'
import { percent, points, shownChange } from '../../format/numbers.ts'
import { useColors, useFilters, ViewLink } from '../../frame/brand.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { ArrowKeys } from '../../ui/arrow-keys.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { type Column, column, minorColumn, numberColumn, rowLinkClass } from '../../ui/table.tsx'
import { BrandName } from '../../ui/tiles.tsx'
import { useIntervals } from '../figures/interval.tsx'
import { MetricDefinition } from '../figures/metric-definition.tsx'
import { useEntityChanges } from '../figures/use-changes.ts'
import { useRankings } from '../figures/use-rankings.ts'
import { VisibilityChange } from '../figures/visibility-change.tsx'

type Row = RowOf<'list-competitor-rankings'>

/** All brands by visibility. A figure opens its interval and definition, a competitor the comparison with it. */
export function Ranking() {
  const { input } = useFilters()
  const { listed, query } = useRankings()
  const isEmpty = query.data?.meta.executions === 0
  return (
    <ArrowKeys>
      <ListPanel
        title={query.data === undefined || isEmpty ? 'Ranking' : leadOf(query.data)}
        label="Ranking"
        actions={
          <>
            <Export operation="list-visibility-intervals" input={{ ...input }} name="intervals" label="Intervals" />
            <Export operation="list-competitor-rankings" input={listed} name="ranking" />
          </>
        }
        columns={useColumns(query.data?.data ?? [])}
        list={isEmpty ? { ...listOf(query), rows: [] } : listOf(query)}
        most={20}
        isDense
        empty={<NoAnswers />}
        footnote="Bracket: 95% interval for the same prompts asked again. Gray change: no clear change."
      />
    </ArrowKeys>
  )
}

export function leadOf({ data }: Pick<ResponseOf<'list-competitor-rankings'>, 'data'>): string {
  const own = data.find(({ is_our_brand }) => is_our_brand)
  const best = data.find((row) => row !== own)
  if (own?.visibility_pct == null || best?.visibility_pct == null) return 'Ranking'
  const gap = shownChange(own.visibility_pct, best.visibility_pct, 1)
  if (gap === 0) return own.visibility_pct === 0 ? 'Ranking' : `You and ${best.name} are tied`
  return gap < 0 ? `${best.name} leads by ${points(-gap)} points` : `You lead by ${points(gap)} points`
}

function useColumns(rows: readonly Row[]): Column<Row>[] {
  const { filters } = useFilters()
  const color = useColors()
  const changes = useEntityChanges()
  const intervals = new Map(useIntervals().data?.data.map((row) => [row.id, row.visibility_pct.these_prompts]))
  const trends = useTrends(rows)
  const scale = 80 / Math.max(1, ...rows.map(({ visibility_pct: value }) => value ?? 0))
  const figure = (name: string, metric: Metric) =>
    numberColumn<Row>({ name, sort: (row) => row[metric] }, (row) => <Figure metric={metric} row={row} />, 'minor')
  const change = numberColumn<Row>(
    { name: 'Change', sort: ({ id }) => changes.get(id)?.change ?? null },
    ({ id, is_our_brand: isOwn }) => <VisibilityChange row={changes.get(id)} isOwn={isOwn} />,
  )
  return [
    column({ name: '#', className: 'w-9 text-muted', sort: ({ rank }) => rank }, ({ rank }) => rank),
    column({ name: 'Brand', sort: ({ name }) => name }, ({ id, name, is_our_brand: isOwn }) => (
      <BrandName {...{ name, isOwn }}>
        {isOwn ? (
          name
        ) : (
          <ViewLink change={{ tab: 'gaps', against: id }} className={rowLinkClass}>
            {name}
          </ViewLink>
        )}
      </BrandName>
    )),
    numberColumn(
      { name: 'Visibility', className: 'w-[34%] max-md:w-auto', sort: (row) => row.visibility_pct },
      (row) => {
        const these = intervals.get(row.id)
        return (
          <BarCell
            value={(row.visibility_pct ?? 0) * scale}
            text={<Figure metric="visibility_pct" row={row} />}
            color={color(row.id)}
            interval={these && { low: these.low * scale, high: Math.min(100, these.high * scale) }}
          />
        )
      },
    ),
    ...(filters.compare ? [change] : []),
    minorColumn('Trend', ({ id, name }) => (
      <Spark name={`Visibility of ${name} in the period`} points={trends.get(id) ?? []} color={color(id)} />
    )),
    figure('Share of voice', 'market_share_pct'),
    figure('Position', 'avg_rank'),
    figure('Sentiment', 'sentiment_score'),
    numberColumn(
      { name: 'Recommended', sort: (row) => row.recommended_pct },
      (row) => percent(row.recommended_pct),
      'minor',
    ),
  ]
}

function useTrends(rows: readonly Row[]) {
  const { input } = useFilters()
  const ids = rows.filter((row) => !row.is_our_brand).map(({ id }) => id)
  const { data } = useReadAll(
    'list-visibility-trend',
    { ...input, competitor_id: ids.length === 0 ? undefined : ids },
    { enabled: rows.length > 0 },
  )
  return new Map(data?.data.map(({ id, points: days }) => [id, visibilityPoints(days)]))
}

const Figure = ({ metric, row }: { metric: Metric; row: Row }) => (
  <MetricDefinition metric={metric} entity={row}>
    {formats[metric](row[metric])}
  </MetricDefinition>
)
