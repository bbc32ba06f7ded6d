type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array

/** Numbers of one kind that become more. */
export interface Growing<T extends Numbers> {
  readonly length: number
  push(item: number): void
  /** What they are stored in, which `push` may replace: those at `length` and beyond mean nothing. */
  items(): T
}

export function growing<T extends Numbers>(Kind: new (length: number) => T): Growing<T> {
  let items = new Kind(1024)
  let length = 0
  return {
    get length() {
      return length
    },
    push(item) {
      if (length === items.length) {
        // Twice as much each time would leave half of it unused.
        const larger = new Kind(Math.ceil(items.length * 1.5))
        larger.set(items)
        items = larger
      }
      items[length] = item
      length += 1
    },
    items: () => items,
  }
}
