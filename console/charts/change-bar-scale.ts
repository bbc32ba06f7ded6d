/** Of what a change may be made, in percentage points. */
export interface BarPart {
  key: string
  value: number
}

interface PlacedPart extends BarPart {
  /** From the left of the bar, and how wide; of a bar of 100. */
  left: number
  width: number
}

/** How far bars reach to both sides of zero. */
export interface BarReach {
  below: number
  above: number
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** The least reach that bars beside each other share. */
export function reachOf(bars: readonly (readonly BarPart[])[]): BarReach {
  const side = (sign: 1 | -1) =>
    Math.max(0, ...bars.map((parts) => sum(parts.map(({ value }) => Math.max(0, sign * value)))))
  return { below: side(-1), above: side(1) }
}

/** Where zero stands on a bar of 100. */
export const zeroOf = ({ below, above }: BarReach): number =>
  below + above === 0 ? 50 : (100 * below) / (below + above)

/** Parts from zero outwards: what raised it to the right, what lowered it to the left. */
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
