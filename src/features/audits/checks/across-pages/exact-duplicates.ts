import type { PageFacts } from '../../../../lib/site/pages/page-facts.ts'
import type { AcrossPages } from '../define-check.ts'
import { hashText } from './address-book.ts'
import type { SitePages } from './site-pages.ts'

/** Of the others with the same text. */
const mostOthers = 10

/**
 * Finds pages with the same text somewhere, by a hash of 53 bits: 16 bytes a page.
 * @param textOf undefined or empty for pages that are not compared
 */
export function findExactDuplicates(
  pages: SitePages,
  textOf: (facts: PageFacts) => string | undefined,
): AcrossPages {
  const known: { page: number; hash: number }[] = []
  return {
    add(facts, page) {
      const text = textOf(facts)
      if (text === undefined || text === '') return
      const [low, high] = hashText(text)
      known.push({ page, hash: (high & 0x1fffff) * 2 ** 32 + low })
    },
    *finish() {
      known.sort((a, b) => a.hash - b.hash || a.page - b.page)
      for (let from = 0; from < known.length; ) {
        let to = from + 1
        while (known[to]?.hash === known[from]?.hash) to++
        if (to - from > 1)
          yield* groupFindings(
            pages,
            known.slice(from, to).map(({ page }) => page),
          )
        from = to
      }
    },
  }
}

/** A finding for each page of a group of equals, with some of the others as evidence. */
export function* groupFindings(
  pages: SitePages,
  group: readonly number[],
): Iterable<{ page: number; evidence: string[] }> {
  const shown = group.slice(0, mostOthers + 1)
  for (const page of group) {
    const others = shown.filter((other) => other !== page).slice(0, mostOthers)
    yield { page, evidence: others.map(pages.url) }
  }
}
