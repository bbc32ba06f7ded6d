import { patternsByUnits } from './name-patterns.ts'

/** Whether a name has anything to search for: `-`, `®` and invisible characters do not. */
export const isFindable = (name: string): boolean =>
  patternsByUnits([{ entity: 0, names: [name], domain: null, caseSensitive: false }]).size > 0
