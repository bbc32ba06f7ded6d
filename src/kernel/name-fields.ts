import { isFindable } from '../lib/text/mentions/findable-name.ts'
import { isOneLine } from '../lib/text/one-line.ts'
import { nameList, nameText, notOneLine } from './fields.ts'

const problem = 'must contain a searchable character, such as a letter or digit'

/** A name that answers are searched for. */
export const findableName = (maxLength: number) => nameText(maxLength).refine(isFindable, problem)

/** Keeps the first of names that differ only by case. @param isCaseSensitive keep them all */
export function distinctNames(names: readonly string[], isCaseSensitive = false): string[] {
  if (isCaseSensitive) return [...names]
  const folded = names.map(foldCase)
  return names.filter((_, place) => folded.indexOf(folded[place] as string) === place)
}

/** Folds case like the answer search, where ß equals ss. */
const foldCase = (name: string) => name.toUpperCase().toLowerCase()

/** Alternative names that answers are searched for. */
export const findableNames = (max: number) =>
  nameList(max)
    .refine((names) => names.every(isFindable), `${problem}, in each item`)
    .refine((names) => names.every(isOneLine), notOneLine)

/** Alternative names that are matched case-insensitively. */
export const findableNamesInAnyCase = (max: number) =>
  findableNames(max).transform((names) => distinctNames(names))
