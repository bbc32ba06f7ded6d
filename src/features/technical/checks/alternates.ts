import type { Alternate, PageFacts } from '../pages/page-facts.ts'
import { type Addresses, addressFlag, unnumbered } from './address-book.ts'
import { contentOf } from './page-kinds.ts'

/** The versions of a page in other languages, from its document and its header. */
export function alternatesOf(facts: PageFacts): Alternate[] {
  const document = contentOf(facts)
  return document === undefined ? [] : [...document.alternates, ...(facts.response?.alternates ?? [])]
}

type PageEvidence = Iterable<{ page: number; evidence: string[] }>

export interface AlternatePairs {
  add(facts: PageFacts, page: number): void
  /** Pages with the versions of theirs that were read well and do not name them in return. */
  withoutReturn(): PageEvidence
  /** Pages with the versions of theirs that have one of these flags. */
  leadingTo(flags: number): PageEvidence
}

/** A pair is kept as one number; so many take 24 MB, more are passed over. */
const mostPairs = 3_000_000
/** More than there can be addresses, and small enough that products stay exact. */
const factor = 2 ** 26
const wellRead = addressFlag.good | addressFlag.external | addressFlag.noindex

/**
 * Collects which page names which other one as its version in another language.
 * @param ownAddress of a page by its number
 */
export function createAlternatePairs(
  addresses: Addresses,
  ownAddress: (page: number) => number,
): AlternatePairs {
  const pairs: number[] = []

  function* found(isMeant: (page: number, to: number) => boolean): PageEvidence {
    let evidence: string[] = []
    for (const [index, pair] of pairs.entries()) {
      const page = Math.floor(pair / factor)
      const to = pair % factor
      if (isMeant(page, to)) evidence.push(addresses.text(to))
      const isLast = Math.floor((pairs[index + 1] ?? -1) / factor) !== page
      if (!isLast || evidence.length === 0) continue
      yield { page, evidence }
      evidence = []
    }
  }

  return {
    add(facts, page) {
      for (const { url } of alternatesOf(facts)) {
        const to = addresses.numberOf(url)
        const isNew = to !== unnumbered && to !== ownAddress(page) && pairs.length < mostPairs
        if (isNew) pairs.push(page * factor + to)
      }
    },
    withoutReturn() {
      const named = Float64Array.from(
        pairs,
        (pair) => ownAddress(Math.floor(pair / factor)) * factor + (pair % factor),
      )
      named.sort()
      return found((page, to) => {
        const isRead = addresses.text(to) !== '' && (addresses.flags(to) & wellRead) === addressFlag.good
        return isRead && !includes(named, to * factor + ownAddress(page))
      })
    },
    leadingTo: (flags) => found((_page, to) => (addresses.flags(to) & flags) !== 0),
  }
}

function includes(sorted: Float64Array, wanted: number): boolean {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] ?? 0) < wanted) from = middle + 1
    else to = middle
  }
  return sorted[from] === wanted
}
