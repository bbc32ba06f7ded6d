import { hash53 } from '../../../lib/site/hash-text.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import type { CrossPageCheck, SitePages } from './site-pages.ts'

/** Other pages of a group listed as evidence. */
const maxOthers = 10

/**
 * Finds pages with the same text by a 53-bit hash. Ignores copies with another canonical page.
 * @param textOf returns undefined or an empty text for pages to skip
 */
export function findExactDuplicates(
  pages: SitePages,
  textOf: (facts: PageFacts) => string | undefined,
): CrossPageCheck {
  const groups = new Map<number, number[]>()
  return {
    add(facts, page) {
      const text = textOf(facts)
      if (text !== undefined && text !== '') groups.getOrInsertComputed(hash53(text), () => []).push(page)
    },
    *finish() {
      for (const group of groups.values()) {
        const own = group.length > 1 ? group.filter((page) => !pages.isCopy(page)) : []
        if (own.length > 1) yield* groupFindings(pages, own)
      }
    },
  }
}

/** One finding per page of a group, with some of the others as evidence. */
export function* groupFindings(
  pages: SitePages,
  group: readonly number[],
): Iterable<{ page: number; evidence: string[] }> {
  const listed = group.slice(0, maxOthers + 1)
  for (const page of group) {
    const others = listed.filter((other) => other !== page).slice(0, maxOthers)
    yield { page, evidence: others.map(pages.url) }
  }
}
