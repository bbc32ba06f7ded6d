import { isFindable } from '../lib/text/mentions/findable-name.ts'
import { nameList, trimmedText } from './fields.ts'

const problem = 'must hold something that can be found in a text, such as a letter or a digit'

/** A name that answers are searched for. */
export const findableName = (maxLength: number) => trimmedText(1, maxLength).refine(isFindable, problem)

/** Other names that answers are searched for. */
export const findableNames = (max: number) =>
  nameList(max).refine((names) => names.every(isFindable), `${problem}, each of them`)
