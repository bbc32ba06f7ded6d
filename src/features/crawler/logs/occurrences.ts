import { DatabaseSync } from 'node:sqlite'

/** Lines counted in memory, at most 25 MB. */
const maxInMemory = 1_500_000
const overflowCacheKiB = 32_768

/** Counts occurrences of each line in bounded memory. */
export interface Occurrences {
  /**
   * Counts a line. Returns its occurrences so far, including this one.
   * @param hash of the line, in hex; only its first 64 bits are used. Colliding lines share a count, which still keeps
   * them distinct.
   * @param timeMs of the line; equal for equal lines
   */
  next(hash: string, timeMs: number): number
  close(): void
}

export function createOccurrences(max = maxInMemory): Occurrences {
  const table = createCountTable()
  let overflow: Overflow | undefined
  return {
    next(hash, timeMs) {
      const high = Number.parseInt(hash.slice(0, 8), 16)
      const low = Number.parseInt(hash.slice(8, 16), 16)
      if (table.size() < max || table.has(high, low)) return table.add(high, low)
      overflow ??= openOverflow()
      return overflow.add(hash, timeMs)
    },
    close: () => overflow?.close(),
  }
}

/** A hash table of 64-bit keys in typed arrays: 12 bytes per slot instead of 100 in a Map. */
function createCountTable() {
  let capacity = 1024
  let highs = new Uint32Array(capacity)
  let lows = new Uint32Array(capacity)
  let counts = new Uint32Array(capacity)
  let size = 0

  /** The slot of a key, or the free slot for it. */
  function find(high: number, low: number): number {
    let slot = (low ^ high) & (capacity - 1)
    while (counts[slot] !== 0 && (highs[slot] !== high || lows[slot] !== low))
      slot = (slot + 1) & (capacity - 1)
    return slot
  }

  function put(high: number, low: number, count: number): void {
    const slot = find(high, low)
    highs[slot] = high
    lows[slot] = low
    counts[slot] = count
  }

  function grow(): void {
    const old = { highs, lows, counts }
    capacity *= 2
    highs = new Uint32Array(capacity)
    lows = new Uint32Array(capacity)
    counts = new Uint32Array(capacity)
    for (const [slot, count] of old.counts.entries())
      if (count > 0) put(old.highs[slot] as number, old.lows[slot] as number, count)
  }

  return {
    size: () => size,
    has: (high: number, low: number) => counts[find(high, low)] !== 0,
    add(high: number, low: number): number {
      const count = (counts[find(high, low)] as number) + 1
      put(high, low, count)
      if (count === 1) {
        size += 1
        if (size > capacity * 0.75) grow()
      }
      return count
    },
  }
}

interface Overflow {
  add(hash: string, timeMs: number): number
  close(): void
}

/** Opens a temporary on-disk database. Keyed by time, so that consecutive lines use the same pages. */
function openOverflow(): Overflow {
  const db = new DatabaseSync('')
  db.exec(`pragma cache_size = -${overflowCacheKiB}; pragma journal_mode = off; pragma synchronous = off;
    create table lines (time integer, hash text, count integer, primary key (time, hash)) without rowid;
    begin`)
  const add = db.prepare(
    'insert into lines values (?, ?, 1) on conflict do update set count = count + 1 returning count',
  )
  return {
    add: (hash, timeMs) => Number(add.get(timeMs, hash.slice(0, 16))?.count),
    close: () => db.close(),
  }
}
