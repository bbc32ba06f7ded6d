/** Pages by the 64-bit numbers that stand for them, each number in two halves; a page's place is the order of its coming. */
export interface PageNumbers {
  count(): number
  /** The place of a page, which is made where it has none. */
  placeOf(high: number, low: number): number
  /** The place of a page; undefined where it has none. */
  find(high: number, low: number): number | undefined
  numberAt(place: number): bigint
  /** Whether the number at the first place is the smaller one. */
  isBefore(a: number, b: number): boolean
  bytes(): number
}

const free = -1

/**
 * A hash table with open addressing over typed arrays: a `Map` of a million such numbers takes ten times the memory. They
 * are hashes themselves, so that their lower half says where to look first.
 */
export function createPageNumbers(): PageNumbers {
  let slots = new Int32Array(1024).fill(free)
  let halves = new Uint32Array(1024)
  let count = 0

  function slotOf(high: number, low: number): number {
    const mask = slots.length - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const place = slots[slot] as number
      if (place === free || (halves[2 * place] === high && halves[2 * place + 1] === low)) return slot
    }
  }

  function grow(): void {
    const larger = new Uint32Array(halves.length * 2)
    larger.set(halves)
    halves = larger
    slots = new Int32Array(slots.length * 2).fill(free)
    for (let place = 0; place < count; place += 1)
      slots[slotOf(halves[2 * place] as number, halves[2 * place + 1] as number)] = place
  }

  return {
    count: () => count,
    placeOf(high, low) {
      const slot = slotOf(high, low)
      const known = slots[slot] as number
      if (known !== free) return known
      const place = count
      halves[2 * place] = high
      halves[2 * place + 1] = low
      slots[slot] = place
      count += 1
      // At most half of the slots are taken.
      if (2 * count >= slots.length) grow()
      return place
    },
    find(high, low) {
      const place = slots[slotOf(high, low)] as number
      return place === free ? undefined : place
    },
    numberAt: (place) =>
      (BigInt(halves[2 * place] as number) << 32n) | BigInt(halves[2 * place + 1] as number),
    isBefore(a, b) {
      const [highA, highB] = [halves[2 * a] as number, halves[2 * b] as number]
      return highA === highB ? (halves[2 * a + 1] as number) < (halves[2 * b + 1] as number) : highA < highB
    },
    bytes: () => slots.byteLength + halves.byteLength,
  }
}
