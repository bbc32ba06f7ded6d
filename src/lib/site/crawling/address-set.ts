/**
 * A set of addresses that keeps 53 bits of each in place of its text: a million take some 40 MB. Two addresses are
 * taken for one about once in ten billion pairs of a million times a hundred thousand.
 */
export interface AddressSet {
  /** @returns whether it is new */
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
    // Many sites list nothing.
    has: (address) => hashes.size > 0 && hashes.has(hash(address)),
    get size() {
      return hashes.size
    },
  }
}

/** Two multiplicative hashes of 32 bits (constants of MurmurHash3), joined to an exact number of 53. */
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
