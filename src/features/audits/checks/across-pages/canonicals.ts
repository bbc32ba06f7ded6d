import type { PageFacts } from '../../../../lib/site/pages/page-facts.ts'
import { canonicalsOf, servedDocument } from '../page-kinds.ts'
import type { Addresses } from './address-book.ts'
import type { Leads } from './edges.ts'

/** Its leads are those of pages whose canonical address is another one. */
export interface Canonicals extends Leads {
  add(facts: PageFacts, page: number): void
  /** Whether an address is a page that names yet another canonical address. */
  leadsOn(address: number): boolean
}

/** Collects which page names which other address as its canonical one; several contradicting ones are none. */
export function createCanonicals(addresses: Addresses): Canonicals {
  /** By the number of the page’s own address. */
  const named = new Map<number, { page: number; address: number }>()
  return {
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
    leadsOn: (address) => named.has(address),
  }
}
