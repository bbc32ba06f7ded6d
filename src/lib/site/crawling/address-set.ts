import { hash53 } from '../hash-text.ts'

/**
 * A set of URLs that stores a 53-bit hash of each: a million take about 40 MB. Comparing a hundred thousand
 * URLs with a million has a false match about once in a hundred thousand times.
 */
export interface AddressSet {
  /** @returns whether the URL is new */
  add(address: string): boolean
  has(address: string): boolean
  readonly size: number
}

export function createAddressSet(): AddressSet {
  const hashes = new Set<number>()
  return {
    add(address) {
      const { size } = hashes
      hashes.add(hash53(address))
      return hashes.size > size
    },
    // Many sites have no sitemap.
    has: (address) => hashes.size > 0 && hashes.has(hash53(address)),
    get size() {
      return hashes.size
    },
  }
}
