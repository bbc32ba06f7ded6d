import type { PageFacts } from '../../../../lib/site/pages/page-facts.ts'
import { canonicalsOf, servedDocument } from '../page-kinds.ts'
import type { Addresses } from './address-book.ts'
import type { PageLinks } from './edges.ts'

/** Links from pages to their canonical URLs, except pages that name themselves. */
export interface Canonicals extends PageLinks {
  add(facts: PageFacts, page: number): void
  /** Whether an address is a page with another canonical page, not just a redirect to it. After the last page. */
  leadsOn(address: number): boolean
  /** Whether a page added so far at this address names another canonical address. */
  has(address: number): boolean
  /** The address under which engines index a page: its final or canonical one. After the last page. */
  pageOf(address: number): number
  copies(): Iterable<number>
}

/**
 * Collects which pages name which canonical address. Ignores pages that name several.
 * @param endOf the final address of a redirect, or the address itself
 */
export function createCanonicals(addresses: Addresses, endOf: (address: number) => number): Canonicals {
  /** Keyed by the page’s own address. */
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
    *leadingTo(matches) {
      for (const { page, address } of named.values()) {
        if (matches(address)) yield { page, addresses: [address] }
      }
    },
    isWhole: () => true,
    leadsOn: (address) => pageOf(address) !== endOf(address),
  }
}
