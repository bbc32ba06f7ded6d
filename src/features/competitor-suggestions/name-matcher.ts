import { compileMentionFinder } from '../../lib/text/mentions/mention-finder.ts'

/** Whether a name equals or contains one of these: `Apple MacBook` for the tracked name Apple. */
export function createNameMatcher(names: readonly string[]): (name: string) => boolean {
  const find = compileMentionFinder([{ entity: 1, names: [...names], domain: null, caseSensitive: false }])
  return (name) => find(name).length > 0
}
