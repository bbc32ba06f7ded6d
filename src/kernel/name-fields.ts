import { isFindable } from '../lib/text/mentions/findable-name.ts'
import { isOneLine } from '../lib/text/one-line.ts'
import { nameList, nameText, notOneLine } from './fields.ts'

const problem = 'must hold something that can be found in a text, such as a letter or a digit'

/** A name that answers are searched for. */
export const findableName = (maxLength: number) => nameText(maxLength).refine(isFindable, problem)

/**
 * Names of which none differs from another by its case alone: the first of them stay.
 * @param isCaseSensitive whether names that do are others
 */
export function distinctNames(names: readonly string[], isCaseSensitive = false): string[] {
  if (isCaseSensitive) return [...names]
  const folded = names.map(foldCase)
  return names.filter((_, place) => folded.indexOf(folded[place] as string) === place)
}

/** As answers are searched: ß is ss there. */
const foldCase = (name: string) => name.toUpperCase().toLowerCase()

/** Other names that answers are searched for. */
export const findableNames = (max: number) =>
  nameList(max)
    .refine((names) => names.every(isFindable), `${problem}, each of them`)
    .refine((names) => names.every(isOneLine), `${notOneLine}, none of them`)

/** The same of who is found whatever the case of the name. */
export const findableNamesInAnyCase = (max: number) =>
  findableNames(max).transform((names) => distinctNames(names))
