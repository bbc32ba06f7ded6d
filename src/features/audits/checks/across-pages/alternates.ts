import type { Alternate, PageFacts } from '../../../../lib/site/pages/page-facts.ts'
import { contentOf } from '../page-kinds.ts'
import { type Addresses, addressFlag, noAddressId } from './address-book.ts'
import type { PageLinks } from './edges.ts'

/** The versions of a page in other languages, from its document and its header. */
export function alternatesOf(facts: PageFacts): Alternate[] {
  const document = contentOf(facts)
  return document === undefined ? [] : [...document.alternates, ...(facts.response?.alternates ?? [])]
}

type PageEvidence = Iterable<{ page: number; evidence: string[] }>

export interface AlternatePairs extends PageLinks {
  add(facts: PageFacts, page: number): void
  /** Pages with the versions of theirs that were read well and do not name them in return. */
  withoutReturn(): PageEvidence
  /** Pages that name versions, and not themselves among them. */
  withoutSelf(): PageEvidence
}

/** A pair is stored as one number; so many take 24 MB, more are passed over. */
const maxPairs = 3_000_000
/** More than there can be addresses, and small enough that products stay exact. */
const factor = 2 ** 26
const wellRead = addressFlag.good | addressFlag.external | addressFlag.noindex

/**
 * Collects which page names which other one as its version in another language.
 * @param ownAddress of a page by its number
 * @param endOf where an address ends that redirects, otherwise itself; after the last page
 */
export function createAlternatePairs(
  addresses: Addresses,
  ownAddress: (page: number) => number,
  endOf: (address: number) => number,
): AlternatePairs {
  const pairs: number[] = []
  const namingOthers = new Set<number>()
  const isItself = (page: number, to: number) => endOf(to) === ownAddress(page)

  function* found(
    isMeant: (page: number, to: number) => boolean,
  ): Iterable<{ page: number; addresses: number[] }> {
    let found: number[] = []
    for (const [index, pair] of pairs.entries()) {
      const page = Math.floor(pair / factor)
      const to = pair % factor
      if (isMeant(page, to)) found.push(to)
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
        return isRead && !isItself(page, to) && !includes(named, end * factor + ownAddress(page))
      }
      for (const { page, addresses: missing } of found(isMissing))
        yield { page, evidence: missing.map(addresses.text) }
    },
    *withoutSelf() {
      for (const { page } of found(isItself)) namingOthers.delete(page)
      for (const page of namingOthers) yield { page, evidence: [] }
    },
    leadingTo: (isMeant) => found((page, to) => isMeant(to) && !isItself(page, to)),
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
