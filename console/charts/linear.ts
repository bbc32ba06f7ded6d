export interface Linear {
  (value: number): number
  ticks: (count: number) => number[]
}

/** The step of about `count` ticks: 1, 2 or 5 times a power of ten. */
function stepOf(span: number, count: number): number {
  const power = 10 ** Math.floor(Math.log10(span / count))
  const ratio = span / count / power
  return power * (ratio >= 7.07 ? 10 : ratio >= 3.16 ? 5 : ratio >= 1.41 ? 2 : 1)
}

/**
 * @param from first and last value
 * @param to their places in pixels
 */
export function linear([low, high]: [number, number], [start, end]: [number, number]): Linear {
  const scale = (value: number) => start + ((value - low) / (high - low)) * (end - start)
  const ticks = (count: number) => {
    const [first, last] = low < high ? [low, high] : [high, low]
    const step = stepOf(last - first, count)
    const start = Math.ceil(first / step)
    const steps = Math.floor(last / step + 1e-9) - start
    // Products of whole numbers, because sums of fractions drift.
    return Array.from({ length: steps + 1 }, (_, i) => Number(((start + i) * step).toPrecision(12)))
  }
  return Object.assign(scale, { ticks })
}

/** A scale from zero to a round number at or above the highest value. */
export function linearToRound(most: number, range: [number, number], count = 4): Linear {
  const step = stepOf(most, count)
  return linear([0, Math.ceil(most / step - 1e-9) * step], range)
}

export const pathOf = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)},${y.toFixed(1)}`).join('')
