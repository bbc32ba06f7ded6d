import type { ResponseOf } from '../../api/client.ts'
import type { Point, Series } from '../../charts/scale.ts'
import type { Metric } from '../../copy/metrics.ts'

type Entity = Pick<ResponseOf<'list-visibility-trend'>['data'][number], 'id' | 'name' | 'is_our_brand'> & {
  points: readonly TrendPoint[]
}
export type TrendPoint = Record<Metric, number | null> & {
  start_date: string
  end_date: string
  executions: number
}

/** The lines of one metric. Marks today as partial. */
export function seriesOf(
  entities: readonly Entity[],
  metric: Metric,
  color: (id: string) => string,
  today: string,
): Series[] {
  return entities.map(({ id, name, is_our_brand, points }) => ({
    id,
    name,
    color: color(id),
    isOwn: is_our_brand,
    points: pointsOf(points, metric, today),
  }))
}

export const pointsOf = (points: readonly TrendPoint[], metric: Metric, today: string): Point[] =>
  points.map((point) => ({
    day: point.start_date,
    value: point[metric],
    isPartial: point.end_date >= today,
    weight: weightOf(point, metric),
  }))

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
