import { csvText } from '../format/csv.ts'
import type { Series } from './scale.ts'

/** Lines as CSV: a row a day, a column an entity; an empty cell where there is no value. */
export function csvOf(series: readonly Series[]): string {
  const days = series[0]?.points.map(({ day }) => day) ?? []
  const head = ['day', ...series.map(({ name }) => name)]
  return csvText([
    head,
    ...days.map((day, i) => [day, ...series.map(({ points }) => String(points[i]?.value ?? ''))]),
  ])
}
