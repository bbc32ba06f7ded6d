/** An exact fraction with a positive denominator; null if the metric is unknown. */
export type Fraction = { top: bigint; bottom: bigint } | null

/** A fraction of two integers; null if the denominator is zero. */
export function fraction(top: number, bottom: number): Fraction {
  return bottom === 0 ? null : { top: BigInt(top), bottom: BigInt(bottom) }
}

function minus(a: Fraction, b: Fraction): Fraction {
  if (a === null || b === null) return null
  return { top: a.top * b.bottom - b.top * a.bottom, bottom: a.bottom * b.bottom }
}

/** Negative, zero or positive. */
export function sign(a: Fraction): number {
  if (a === null || a.top === 0n) return 0
  return a.top < 0n ? -1 : 1
}

/** Smaller first, null last. */
export function smallerFirst(a: Fraction, b: Fraction): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign(minus(a, b))
}

/** Greater first, null last. */
export function greaterFirst(a: Fraction, b: Fraction): number {
  return a === null || b === null ? smallerFirst(a, b) : smallerFirst(b, a)
}

/** Rounds to 2 decimals, halves away from zero, in integers without loss of precision. */
export const twoDecimals = (a: Fraction): number | null => (a === null ? null : Number(roundedHundredths(a)) / 100)

/** The difference of two metrics as displayed: each is rounded first. */
export const shownDifference = (a: Fraction, b: Fraction): number | null =>
  a === null || b === null ? null : Number(roundedHundredths(a) - roundedHundredths(b)) / 100

function roundedHundredths({ top, bottom }: NonNullable<Fraction>): bigint {
  const hundredths = top < 0n ? -top * 100n : top * 100n
  const rounded = (2n * hundredths + bottom) / (2n * bottom)
  return top < 0n ? -rounded : rounded
}
