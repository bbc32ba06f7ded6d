import { patternsByUnits } from './name-patterns.ts'

/** Whether there is anything in a name to look for: of `-`, `®` or what is not seen at all, nothing is left. */
export const isFindable = (name: string): boolean =>
  patternsByUnits([{ entity: 0, names: [name], domain: null, caseSensitive: false }]).size > 0
