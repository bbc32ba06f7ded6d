import { hashText } from '../../../../lib/site/hash-text.ts'

/** Bit flags of a URL. */
export const addressFlag = {
  broken: 1,
  redirects: 2,
  /** Requested, and links to it work. */
  good: 4,
  noindex: 8,
  /** Another page links to it. */
  linked: 16,
  /** A large image. */
  heavy: 32,
  external: 64,
  /** A sitemap lists it. */
  listed: 128,
} as const

/** Stands for a missing URL. */
export const noAddressId = 0

/**
 * Numbers URLs by a 64-bit hash in typed arrays, about 20 bytes per URL, because a site has many more links than
 * pages. The probability that any two of two million URLs collide is one in ten million.
 */
export interface AddressBook {
  /**
   * Stable per URL, starting at 1.
   * @param maxCount at this size, returns `noAddressId` for unknown URLs
   */
  numberOf(url: string, maxCount?: number): number
  flags(address: number): number
  mark(address: number, flags: number): void
  count(): number
}

/** Read access to the URLs. */
export interface Addresses {
  /** The number of a URL; `noAddressId` if there are too many. */
  numberOf(url: string): number
  /** The number of a known URL; `noAddressId` for others. */
  find(url: string): number
  /** Whether all URLs fit. */
  isWhole(): boolean
  /** The `addressFlag` bits of a URL. */
  flags(address: number): number
  /** The text of a requested URL of the site, or of a broken external one; empty for the rest. */
  text(address: number): string
}

export function createAddressBook(): AddressBook {
  let slots = new Uint32Array(1 << 12)
  let low = new Uint32Array(1 << 11)
  let high = new Uint32Array(1 << 11)
  let marks = new Uint8Array(1 << 11)
  let count = 0

  function place(table: Uint32Array, lowHash: number, highHash: number): number {
    const mask = table.length - 1
    let slot = (lowHash ^ Math.imul(highHash, 0x9e3779b1)) & mask
    for (;;) {
      const number = table[slot] ?? noAddressId
      if (number === noAddressId || (low[number] === lowHash && high[number] === highHash)) return slot
      slot = (slot + 1) & mask
    }
  }

  function grow() {
    low = doubled(low)
    high = doubled(high)
    const moreMarks = new Uint8Array(marks.length * 2)
    moreMarks.set(marks)
    marks = moreMarks
    const table = new Uint32Array(slots.length * 2)
    for (let number = 1; number <= count; number++) {
      table[place(table, low[number] ?? 0, high[number] ?? 0)] = number
    }
    slots = table
  }

  return {
    numberOf(url, maxCount = Number.POSITIVE_INFINITY) {
      const [lowHash, highHash] = hashText(url)
      const slot = place(slots, lowHash, highHash)
      const known = slots[slot] ?? noAddressId
      if (known !== noAddressId || count >= maxCount) return known
      count++
      low[count] = lowHash
      high[count] = highHash
      slots[slot] = count
      const number = count
      if (count + 1 >= low.length) grow()
      return number
    },
    flags: (address) => marks[address] ?? 0,
    mark(address, flags) {
      marks[address] = (marks[address] ?? 0) | flags
    },
    count: () => count,
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
