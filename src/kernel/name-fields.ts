import { z } from 'zod'
import { isCommonWord } from '../lib/text/mentions/common-words.ts'
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
export const findableNamesInAnyCase = (max: number) => findableNames(max).transform((names) => distinctNames(names))

/** How the names of a brand or competitor match. Responses omit false and empty ones. */
export const matchFields = {
  match_case_sensitive: z.boolean().describe('Match the case of the names. For names that are ordinary words.'),
  match_in_context: z
    .boolean()
    .describe(
      'Match case and count names only if the text shows that they are names. For names that are ordinary words.',
    ),
  excluded_phrases: findableNamesInAnyCase(50).describe(
    'Phrases in which a name means something else, such as `target audience` or `小米粥`. They do not count.',
  ),
}

export const excludedPhrasesShown = z
  .array(z.string())
  .optional()
  .describe('Phrases that do not count, although they contain a name. Absent if there are none.')

/** How names match, as responses show it. */
export const shownMatching = (row: { match_in_context: boolean; excluded_phrases: string[] }) => ({
  match_in_context: row.match_in_context || undefined,
  excluded_phrases: row.excluded_phrases.length === 0 ? undefined : row.excluded_phrases,
})

export const nameHintField = z
  .string()
  .optional()
  .describe('Advice about names that are ordinary English words. Absent without such names.')

/** Advises to match in context if names are ordinary words. */
export function nameHint({ name, aliases, match_in_context }: NamesToMatch): { name_hint?: string } {
  const words = match_in_context ? [] : [name, ...aliases].filter(isCommonWord)
  if (words.length === 0) return {}
  const found = words.length === 1 ? 'is an ordinary word' : 'are ordinary words'
  return {
    name_hint: `${words.join(', ')} ${found} in English; set match_in_context to count only uses as a name`,
  }
}

interface NamesToMatch {
  name: string
  aliases: readonly string[]
  match_in_context: boolean
}
