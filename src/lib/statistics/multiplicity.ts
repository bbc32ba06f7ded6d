/**
 * Which of many tests say that something is there, so that of those at most a share `rate` are false ones on average
 * (Benjamini and Hochberg 1995).
 * @returns for each p-value whether it is kept
 */
export function benjaminiHochberg(pValues: readonly number[], rate: number): boolean[] {
  const sorted = [...pValues].sort((a, b) => a - b)
  const limit = sorted.findLast((p, index) => p <= ((index + 1) / sorted.length) * rate)
  return pValues.map((p) => limit !== undefined && p <= limit)
}

/**
 * Rounds parts so that they sum to their rounded sum: each down, and what is missing to those that lost most (the method of
 * the largest remainder, Hamilton 1792).
 * @param total what they are to sum to, rounded as it is shown
 */
export function roundToTotal(parts: readonly number[], total: number, decimals: number): number[] {
  const unit = 10 ** decimals
  // Binary fractions a hair below a step would be taken for the step before.
  const scaled = parts.map((part) => Math.round(part * unit * 1e6) / 1e6)
  const floors = scaled.map(Math.floor)
  const missing = Math.round(total * unit) - floors.reduce((all, floor) => all + floor, 0)
  const order = scaled
    .map((value, index) => ({ index, lost: value - (floors[index] as number) }))
    .sort((a, b) => b.lost - a.lost || a.index - b.index)
  for (const { index } of order.slice(0, Math.max(0, missing))) floors[index] = (floors[index] as number) + 1
  return floors.map((floor) => floor / unit + 0)
}
