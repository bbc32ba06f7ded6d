/** A part of a change, in percentage points. */
export interface BarPart {
  key: string
  value: number
}

interface PlacedPart extends BarPart {
  /** Position and width, in percent of the bar. */
  left: number
  width: number
}

export interface BarReach {
  below: number
  above: number
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

export function reachOf(bars: readonly (readonly BarPart[])[]): BarReach {
  const side = (sign: 1 | -1) =>
    Math.max(0, ...bars.map((parts) => sum(parts.map(({ value }) => Math.max(0, sign * value)))))
  return { below: side(-1), above: side(1) }
}

export const zeroOf = ({ below, above }: BarReach): number =>
  below + above === 0 ? 50 : (100 * below) / (below + above)

/** Stacks parts outward from zero: increases to the right, decreases to the left. */
export function placeParts(parts: readonly BarPart[], reach: BarReach): PlacedPart[] {
  const scale = reach.below + reach.above === 0 ? 0 : 100 / (reach.below + reach.above)
  const ends = { up: zeroOf(reach), down: zeroOf(reach) }
  return parts.flatMap(({ key, value }) => {
    if (value === 0) return []
    const width = Math.abs(value) * scale
    if (value < 0) ends.down -= width
    const left = value < 0 ? ends.down : ends.up
    if (value > 0) ends.up += width
    return [{ key, value, left, width }]
  })
}
