import type { ResponseOf } from '../../api/client.ts'
import type { Series } from '../../charts/scale.ts'
import type { Metric } from '../../copy/metrics.ts'

/** The lines of one metric. Marks today as partial. */
export function seriesOf(
  entities: ResponseOf<'list-visibility-trend'>['data'],
  metric: Metric,
  color: (id: string) => string,
  today: string,
): Series[] {
  return entities.map(({ id, name, is_our_brand, points }) => ({
    id,
    name,
    color: color(id),
    isOwn: is_our_brand,
    points: points.map((point) => ({
      day: point.start_date,
      value: point[metric],
      isPartial: point.end_date >= today,
    })),
  }))
}
