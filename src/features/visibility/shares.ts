import { z } from 'zod'
import { rounded } from './metrics.ts'

/** Fields from 0 to 100: shares in percent, and sentiments. Their type is branded, so only `share` makes values for them. */
export const shareField = z.number().min(0).max(100).brand<'share', 'inout'>()
export type Share = z.output<typeof shareField>

/** How far the error of binary fractions may carry a share over its bounds. */
const roundingError = 1e-6

/**
 * Rounds a share to 2 decimals as responses show it.
 * @param field named in the log if the figure is impossible
 * @throws Error for a value outside 0 to 100, which becomes an internal error and never a response
 */
export function share(field: string, value: number): Share
export function share(field: string, value: number | null): Share | null
export function share(field: string, value: number | null): Share | null {
  if (value === null) return null
  if (value >= -roundingError && value <= 100 + roundingError) return rounded(value) as Share
  throw new Error(`${field}: ${value} is not between 0 and 100`)
}

/** A part of a whole as a share in percent; null without a whole. */
export const shareOf = (field: string, part: number, whole: number): Share | null =>
  whole === 0 ? null : share(field, (100 * part) / whole)

/** One of the four figures as responses show it: all but `avg_rank` are shares. */
export const shownFigure = (
  name: 'visibility_pct' | 'market_share_pct' | 'sentiment_score' | 'avg_rank',
  value: number | null,
): number | null => (name === 'avg_rank' ? rounded(value) : share(name, value))
