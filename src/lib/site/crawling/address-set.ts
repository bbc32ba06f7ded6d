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
      hashes.add(hash(address))
      return hashes.size > size
    },
    // Many sites have no sitemap.
    has: (address) => hashes.size > 0 && hashes.has(hash(address)),
    get size() {
      return hashes.size
    },
  }
}

/** Joins two multiplicative 32-bit hashes (MurmurHash3 constants) to 53 bits, an exact number. */
function hash(text: string): number {
  let low = 0x9e3779b9
  let high = 0x85ebca6b
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0xcc9e2d51)
    low = (low << 15) | (low >>> 17)
    high = Math.imul(high ^ unit, 0x1b873593)
    high = (high << 13) | (high >>> 19)
  }
  return (mix(high ^ low) & 0x1fffff) * 0x100000000 + (mix(low) >>> 0)
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
