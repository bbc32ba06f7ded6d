import { csvText } from '../format/csv.ts'
import type { Series } from './scale.ts'

/** Lines as CSV: one row per day, one column per entity, empty cells for missing values. */
export function csvOf(series: readonly Series[]): string {
  const days = series[0]?.points.map(({ day }) => day) ?? []
  const head = ['day', ...series.map(({ name }) => name)]
  return csvText([head, ...days.map((day, i) => [day, ...series.map(({ points }) => String(points[i]?.value ?? ''))])])
}
