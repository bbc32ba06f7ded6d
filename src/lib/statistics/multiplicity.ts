/**
 * Selects tests of which on average at most a share `rate` are false (Benjamini and Hochberg 1995).
 * @returns whether each p-value is selected
 */
export function benjaminiHochberg(pValues: readonly number[], rate: number): boolean[] {
  const sorted = [...pValues].sort((a, b) => a - b)
  const limit = sorted.findLast((p, index) => p <= ((index + 1) / sorted.length) * rate)
  return pValues.map((p) => limit !== undefined && p <= limit)
}

/**
 * Rounds parts so that they sum to their rounded total: rounds each down, and gives the rest to those with
 * the largest remainders (Hamilton 1792).
 * @param total their sum, rounded for display
 */
export function roundToTotal(parts: readonly number[], total: number, decimals: number): number[] {
  const unit = 10 ** decimals
  // Without this, binary fractions slightly below a step would be rounded down.
  const scaled = parts.map((part) => Math.round(part * unit * 1e6) / 1e6)
  const floors = scaled.map(Math.floor)
  const missing = Math.round(total * unit) - floors.reduce((all, floor) => all + floor, 0)
  const order = scaled
    .map((value, index) => ({ index, lost: value - (floors[index] as number) }))
    .sort((a, b) => b.lost - a.lost || a.index - b.index)
  for (const { index } of order.slice(0, Math.max(0, missing))) floors[index] = (floors[index] as number) + 1
  return floors.map((floor) => floor / unit + 0)
}
