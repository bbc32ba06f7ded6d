import type { PageFacts } from '../../../../lib/site/pages/page-facts.ts'
import { canonicalsOf, servedDocument } from '../page-kinds.ts'
import type { Addresses } from './address-book.ts'
import type { PageLinks } from './edges.ts'

/** Its leads are those of pages whose canonical address is written as another one. */
export interface Canonicals extends PageLinks {
  add(facts: PageFacts, page: number): void
  /** Whether an address is a page that names another one as canonical: not one that only redirects to it. After the last page. */
  leadsOn(address: number): boolean
  /** Addresses of pages that name another address as canonical, among those that were added by now. */
  has(address: number): boolean
  /** The address that engines know a page by: where it ends, or the canonical address there. After the last page. */
  pageOf(address: number): number
  copies(): Iterable<number>
}

/**
 * Collects which page names which other address as its canonical one; several contradicting ones are none.
 * @param endOf where an address ends that redirects, otherwise itself
 */
export function createCanonicals(addresses: Addresses, endOf: (address: number) => number): Canonicals {
  /** By the number of the page’s own address. */
  const named = new Map<number, { page: number; address: number }>()
  function pageOf(address: number): number {
    const own = endOf(address)
    const canonical = named.get(own)
    return canonical === undefined ? own : endOf(canonical.address)
  }
  return {
    pageOf,
    has: (address) => named.has(address),
    copies: () => named.keys(),
    add(facts, page) {
      const [canonical, ...others] = canonicalsOf(facts)
      if (canonical === undefined || others.length > 0 || canonical === facts.url) return
      if (servedDocument(facts) === undefined) return
      named.set(addresses.numberOf(facts.url), { page, address: addresses.numberOf(canonical) })
    },
    *leadingTo(isMeant) {
      for (const { page, address } of named.values()) {
        if (isMeant(address)) yield { page, addresses: [address] }
      }
    },
    isWhole: () => true,
    leadsOn: (address) => pageOf(address) !== endOf(address),
  }
}
