import type { Alternate, PageFacts } from '../../../../lib/site/pages/page-facts.ts'
import { contentOf } from '../page-kinds.ts'
import { type Addresses, addressFlag, noAddressId } from './address-book.ts'
import type { PageLinks } from './edges.ts'

/** The language versions of a page, from its document and its headers. */
export function alternatesOf(facts: PageFacts): Alternate[] {
  const document = contentOf(facts)
  return document === undefined ? [] : [...document.alternates, ...(facts.response?.alternates ?? [])]
}

type PageEvidence = Iterable<{ page: number; evidence: string[] }>

export interface AlternatePairs extends PageLinks {
  add(facts: PageFacts, page: number): void
  /** Pages with language versions that were read but do not link back. */
  withoutReturn(): PageEvidence
  /** Pages that declare language versions but not themselves. */
  withoutSelf(): PageEvidence
}

/** A pair is stored as one number, 24 MB in total. Further pairs are ignored. */
const maxPairs = 3_000_000
/** Larger than any address number, and small enough that products stay exact. */
const factor = 2 ** 26
const wellRead = addressFlag.good | addressFlag.external | addressFlag.noindex

/**
 * Collects which pages declare which language versions.
 * @param ownAddress the address of a page number
 * @param endOf the final address of a redirect, or the address itself; complete after the last page
 */
export function createAlternatePairs(
  addresses: Addresses,
  ownAddress: (page: number) => number,
  endOf: (address: number) => number,
): AlternatePairs {
  const pairs: number[] = []
  const namingOthers = new Set<number>()
  const isSelf = (page: number, to: number) => endOf(to) === ownAddress(page)

  function* found(matches: (page: number, to: number) => boolean): Iterable<{ page: number; addresses: number[] }> {
    let found: number[] = []
    for (const [index, pair] of pairs.entries()) {
      const page = Math.floor(pair / factor)
      const to = pair % factor
      if (matches(page, to)) found.push(to)
      const isLast = Math.floor((pairs[index + 1] ?? -1) / factor) !== page
      if (!isLast || found.length === 0) continue
      yield { page, addresses: found }
      found = []
    }
  }

  return {
    add(facts, page) {
      const alternates = alternatesOf(facts)
      if (alternates.length > 0 && !alternates.some(({ url }) => url === facts.url)) namingOthers.add(page)
      for (const { url } of alternates) {
        const to = addresses.numberOf(url)
        const isNew = to !== noAddressId && to !== ownAddress(page) && pairs.length < maxPairs
        if (isNew) pairs.push(page * factor + to)
      }
    },
    *withoutReturn() {
      const named = Float64Array.from(
        pairs,
        (pair) => ownAddress(Math.floor(pair / factor)) * factor + endOf(pair % factor),
      )
      named.sort()
      const isMissing = (page: number, to: number) => {
        const end = endOf(to)
        const isRead = addresses.text(end) !== '' && (addresses.flags(end) & wellRead) === addressFlag.good
        return isRead && !isSelf(page, to) && !includes(named, end * factor + ownAddress(page))
      }
      for (const { page, addresses: missing } of found(isMissing)) yield { page, evidence: missing.map(addresses.text) }
    },
    *withoutSelf() {
      for (const { page } of found(isSelf)) namingOthers.delete(page)
      for (const page of namingOthers) yield { page, evidence: [] }
    },
    leadingTo: (matches) => found((page, to) => matches(to) && !isSelf(page, to)),
    isWhole: () => pairs.length < maxPairs,
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
