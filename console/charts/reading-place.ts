/** Distance between a reading box and its value, in pixels. */
const gap = 14

/**
 * The left edge of a reading box: next to the value if there is room, otherwise as close as the chart allows.
 * @param x position of the value
 * @param width chart width
 * @param size box width, at most the chart width
 */
export function readingPlace(x: number, width: number, size: number): number {
  const left = x > width / 2 ? x - gap - size : x + gap
  return Math.max(0, Math.min(left, width - size))
}
