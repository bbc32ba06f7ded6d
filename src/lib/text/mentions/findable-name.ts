import { nameList, trimmedText } from '../../../kernel/fields.ts'
import { patternsByUnits } from './name-patterns.ts'

/** Whether there is anything in a name to look for: of `-`, `®` or what is not seen at all, nothing is left. */
const isFindable = (name: string) =>
  patternsByUnits([{ entity: 0, names: [name], domain: null, caseSensitive: false }]).size > 0

const problem = 'must hold something that can be found in a text, such as a letter or a digit'

/** A name that answers are searched for. */
export const findableName = (maxLength: number) => trimmedText(1, maxLength).refine(isFindable, problem)

/** Other names that answers are searched for. */
export const findableNames = (most: number) =>
  nameList(most).refine((names) => names.every(isFindable), `${problem}, each of them`)
