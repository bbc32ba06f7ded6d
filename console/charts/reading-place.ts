/** Between a reading and what it speaks of. */
const gap = 14

/**
 * Where a reading begins, from the left of its chart: beside what it speaks of where there is room, else as near to that as
 * the chart holds it.
 * @param x of what it speaks of
 * @param width of the chart
 * @param size of the reading, no wider than the chart
 */
export function readingPlace(x: number, width: number, size: number): number {
  const left = x > width / 2 ? x - gap - size : x + gap
  return Math.max(0, Math.min(left, width - size))
}
