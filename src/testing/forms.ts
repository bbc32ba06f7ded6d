import { test } from 'vitest'

/** `npm run test:all` runs the long form: more rounds on more data, and every combination. */
const isLong = process.env.TESTS === 'all'

/** A test that runs only in the long form; `npm test` has a similar one. */
export const longTest = test.runIf(isLong)

/** One value for `npm test`, one for the long form. */
export const inForm = <T>(short: T, long: T): T => (isLong ? long : short)

/**
 * A portion of values that many places test; all of them in the long form. Consecutive places together cover
 * all values.
 * @param place the place's number
 * @param places the number of places that cover all values once
 */
export const portion = <T>(values: readonly T[], place: number, places: number): T[] =>
  values.filter((_, index) => isLong || index % places === place % places)
