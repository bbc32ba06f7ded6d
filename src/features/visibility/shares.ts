import { z } from 'zod'
import { rounded } from './metrics.ts'

/** Percentages and sentiments from 0 to 100. The type is branded, so that only `share` creates values. */
export const shareField = z.number().min(0).max(100).brand<'share', 'inout'>()
export type Share = z.output<typeof shareField>

/** Tolerance for binary rounding. */
const roundingError = 1e-6

/**
 * Rounds a share to 2 decimals for responses.
 * @param field named in the log if the figure is impossible
 * @throws Error for values outside 0 to 100
 */
export function share(field: string, value: number): Share
export function share(field: string, value: number | null): Share | null
export function share(field: string, value: number | null): Share | null {
  if (value === null) return null
  if (value >= -roundingError && value <= 100 + roundingError) return rounded(value) as Share
  throw new Error(`${field}: ${value} is not between 0 and 100`)
}

/** A part of a whole in percent. Null without a whole. */
export const shareOf = (field: string, part: number, whole: number): Share | null =>
  whole === 0 ? null : share(field, (100 * part) / whole)

/** A figure, rounded for responses. All but `avg_rank` are shares. */
export const shownFigure = (
  name: 'visibility_pct' | 'market_share_pct' | 'sentiment_score' | 'avg_rank' | 'recommended_pct',
  value: number | null,
): number | null => (name === 'avg_rank' ? rounded(value) : share(name, value))
