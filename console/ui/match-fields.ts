import { linesOf } from '../format/lines.ts'

/** How the names of a brand or competitor match, as form fields. */
export const matchFields = {
  match_case_sensitive: { label: 'Match case', hint: 'For names that are also ordinary words' },
  match_in_context: {
    label: 'Match in context',
    hint: 'Counts the name only if the sentence shows that it is one, such as “Target is” but not “target date”',
  },
  excluded_phrases: {
    label: 'Phrases that do not count',
    hint: 'One per line, such as “target audience”',
    rows: 3,
  },
}

interface Matching {
  match_case_sensitive?: boolean
  match_in_context?: boolean
  excluded_phrases?: string[]
}

/** Initial values of the fields. */
export const matchValues = (named: Matching | undefined) => ({
  match_case_sensitive: named?.match_case_sensitive ?? false,
  match_in_context: named?.match_in_context ?? false,
  excluded_phrases: named?.excluded_phrases?.join('\n') ?? '',
})

/** Given values as server input. */
export const matchInput = <T extends { excluded_phrases?: string }>({ excluded_phrases, ...rest }: T) => ({
  ...rest,
  ...(excluded_phrases === undefined ? {} : { excluded_phrases: linesOf(excluded_phrases) }),
})
