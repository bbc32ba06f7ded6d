/** A figure with its two ranges; null where one is not known. */
export interface Sure {
  value: number | null
  these_prompts: { low: number; high: number } | null
  prompts_like_these: { low: number; high: number } | null
}

/** What lies between the two ends of a chart. */
export interface Ends {
  from: number
  to: number
}

/** Ends that hold every figure and its ranges: shares and scores from zero, places from the first. */
export function endsOf(figures: readonly Sure[], isPlace: boolean): Ends {
  const values = figures.flatMap(({ value, these_prompts: these, prompts_like_these: like }) => [
    value ?? 0,
    these?.high ?? 0,
    like?.high ?? 0,
  ])
  const most = Math.max(0, ...values)
  if (isPlace) return { from: 1, to: Math.max(2, Math.ceil(most)) }
  return { from: 0, to: Math.min(100, Math.max(10, Math.ceil(most / 10) * 10)) }
}

/** Where a value stands, from 0 to 100; what lies beyond the ends stands at them. */
export const placeOf = (value: number, { from, to }: Ends): number =>
  Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)))
