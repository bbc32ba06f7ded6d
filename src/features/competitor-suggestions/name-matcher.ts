import { compileMentionFinder } from '../../lib/text/mentions/mention-finder.ts'

/** Whether a name is one of these, or holds one: `Apple MacBook` where Apple is configured. */
export function createNameMatcher(names: readonly string[]): (name: string) => boolean {
  const find = compileMentionFinder([{ entity: 1, names: [...names], domain: null, caseSensitive: false }])
  return (name) => find(name).length > 0
}
