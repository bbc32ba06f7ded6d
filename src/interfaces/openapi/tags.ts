import list from './tags.json' with { type: 'json' }

/** Groups of operations, in the order of the reference. */
export const tags = list

/** The tag of an operation: the first noun of its path, or the one after the brand. */
export function tagOf(path: string): string {
  const nouns = path.split('/').slice(2)
  const noun = nouns[1] === '{brand_id}' ? nouns[2] : nouns[0]
  return noun ?? ''
}
