import { test } from 'vitest'

/** `npm run test:all` runs the long form: more rounds on more data, and every combination. */
const isLong = process.env.TESTS === 'all'

/** A test for the long form alone; `npm test` has one of its kind. */
export const longTest = test.runIf(isLong)

/** One value for `npm test`, one for the long form. */
export const inForm = <T>(short: T, long: T): T => (isLong ? long : short)

/**
 * Of values that are tried in many places: those for one of the places, and in the long form all of them. Places that
 * follow one another together have all values.
 * @param place its number among them
 * @param places how many it takes to have all values once
 */
export const portion = <T>(values: readonly T[], place: number, places: number): T[] =>
  values.filter((_, index) => isLong || index % places === place % places)
