import { singlesOf, termsOf } from './terms.ts'

const max = 65_535

interface Found {
  passages: number[]
  counts: number[]
  lengths: number[]
}

/**
 * Lists the passages of each term, as rows of `knowledge_terms`. A passage is found by its text, its headings and the
 * title of its document.
 */
export function termRows(
  title: string,
  passages: readonly { headings: readonly string[]; text: string }[],
): { terms: string[]; termCount: number } {
  const byTerm = new Map<string, Found>()
  // Cache terms per heading, because many passages share one.
  const ofHeading = new Map<string, string[]>()
  let termCount = 0
  passages.forEach(({ headings, text }, passage) => {
    const counts = new Map<string, number>()
    const own = termsOf(text)
    const above = [title, ...headings].map((heading) => ofHeading.getOrInsertComputed(heading, searchTermsOf))
    for (const terms of [...above, own, singlesOf(text)])
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    const length = Math.min(own.length, max)
    termCount += length
    for (const [term, count] of counts) {
      const found = byTerm.getOrInsertComputed(term, () => ({ passages: [], counts: [], lengths: [] }))
      found.passages.push(passage)
      found.counts.push(Math.min(count, max))
      found.lengths.push(length)
    }
  })
  const terms = [...byTerm].map(([term, found]) => JSON.stringify({ term, ...found }).slice(1, -1))
  return { terms, termCount }
}

const searchTermsOf = (heading: string) => [...termsOf(heading), ...singlesOf(heading)]
