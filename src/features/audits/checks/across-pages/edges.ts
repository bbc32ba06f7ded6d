/** Links from pages to addresses. */
export interface PageLinks {
  /** The matching addresses of each page; omits pages without any. */
  leadingTo(matches: (address: number) => boolean): Iterable<{ page: number; addresses: number[] }>
  /** Whether all links fit. */
  isWhole(): boolean
}

/** Edges from pages to addresses, stored as numbers. */
export interface Edges extends PageLinks {
  /** Add all edges of a page before those of the next. */
  add(page: number, address: number): void
}

/** 64 MB. When full, drops links that work, which are nearly all; if still full, ignores further links. */
const defaultMaxEdges = 8_000_000

/**
 * @param isSettled whether an address is known to work, so that edges to it can be dropped
 */
export function createEdges(isSettled: (address: number) => boolean, maxEdges = defaultMaxEdges): Edges {
  let pages = new Uint32Array(1 << 12)
  let addresses = new Uint32Array(1 << 12)
  let count = 0
  let isFull = false

  function dropSettled() {
    let remaining = 0
    for (let edge = 0; edge < count; edge++) {
      const address = addresses[edge] ?? 0
      if (isSettled(address)) continue
      pages[remaining] = pages[edge] ?? 0
      addresses[remaining] = address
      remaining++
    }
    count = remaining
  }
  function grow() {
    const length = Math.min(maxEdges, pages.length * 2)
    const [morePages, moreAddresses] = [new Uint32Array(length), new Uint32Array(length)]
    morePages.set(pages.subarray(0, count))
    moreAddresses.set(addresses.subarray(0, count))
    pages = morePages
    addresses = moreAddresses
  }

  return {
    add(page, address) {
      if (isFull || isSettled(address)) return
      if (count === pages.length) {
        dropSettled()
        // Avoid repeated passes that drop only a few edges.
        if (count > pages.length * 0.75 && pages.length < maxEdges) grow()
        isFull = count > pages.length * 0.95
        if (isFull) return
      }
      pages[count] = page
      addresses[count] = address
      count++
    },
    isWhole: () => !isFull,
    *leadingTo(matches) {
      let found: number[] = []
      for (let edge = 0; edge < count; edge++) {
        const address = addresses[edge] ?? 0
        if (matches(address)) found.push(address)
        const isLast = edge + 1 === count || pages[edge + 1] !== pages[edge]
        if (!isLast || found.length === 0) continue
        yield { page: pages[edge] ?? 0, addresses: found }
        found = []
      }
    },
  }
}
