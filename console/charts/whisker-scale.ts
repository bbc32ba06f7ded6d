/** A figure with its two confidence intervals. Null if unknown. */
export interface Sure {
  value: number | null
  these_prompts: { low: number; high: number } | null
  prompts_like_these: { low: number; high: number } | null
}

export interface Ends {
  from: number
  to: number
}

/** The range that fits all figures and intervals: shares and scores from zero, ranks from 1. */
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

/** Position in percent, limited to 0 to 100. */
export const placeOf = (value: number, { from, to }: Ends): number =>
  Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)))
