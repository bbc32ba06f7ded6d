import type { Point } from './scale.ts'

export const averageDays = 7

/**
 * The average of each day and the six before it, pooled over answers instead of days. Days without answers stay
 * gaps; a partial day keeps its own value and counts in no average.
 * @param before points of the days before the first one
 */
export function pooled(points: readonly Point[], before: readonly Point[] = []): Point[] {
  const all = [...before, ...points]
  return points.map((point, index) => {
    if (point.isPartial || point.value === null) return point
    const end = before.length + index + 1
    const known = all
      .slice(Math.max(0, end - averageDays), end)
      .filter(({ value, isPartial, weight }) => value !== null && !isPartial && weight !== 0)
    const weight = known.reduce((sum, one) => sum + (one.weight ?? 1), 0)
    const total = known.reduce((sum, one) => sum + (one.weight ?? 1) * (one.value ?? 0), 0)
    return weight === 0 ? point : { ...point, value: total / weight, weight }
  })
}

/** Notes on days close to each other, together. @param room distance in pixels below which texts would overlap */
export function groupMarks<T extends { day: string }>(
  marks: readonly T[],
  x: (day: string) => number,
  room: number,
): T[][] {
  const groups: T[][] = []
  for (const mark of [...marks].sort((a, b) => a.day.localeCompare(b.day))) {
    const last = groups.at(-1)?.[0]
    if (last !== undefined && x(mark.day) - x(last.day) < room) groups.at(-1)?.push(mark)
    else groups.push([mark])
  }
  return groups
}
