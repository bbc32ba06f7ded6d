import { DatabaseSync } from 'node:sqlite'

/** Lines that are counted in memory: 25 MB of it at most. */
const maxInMemory = 1_500_000
const overflowCacheKiB = 32_768

/** Counts how often each line of a file has come so far, in bounded memory. */
export interface Occurrences {
  /**
   * How many times a line has come, this one included.
   * @param hash of the line, in hex: its first 64 bits count. Two lines of the same 64 bits would be numbered in
   * one row, which keeps them apart as well.
   * @param timeMs of the line: equal for equal lines
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

/** A hash table of 64-bit keys in arrays of numbers: 12 bytes a place, where a Map would take 100. */
function createCountTable() {
  let places = 1024
  let highs = new Uint32Array(places)
  let lows = new Uint32Array(places)
  let counts = new Uint32Array(places)
  let size = 0

  /** The place of a key, or the free one where it would be. */
  function find(high: number, low: number): number {
    let place = (low ^ high) & (places - 1)
    while (counts[place] !== 0 && (highs[place] !== high || lows[place] !== low))
      place = (place + 1) & (places - 1)
    return place
  }

  function put(high: number, low: number, count: number): void {
    const place = find(high, low)
    highs[place] = high
    lows[place] = low
    counts[place] = count
  }

  function grow(): void {
    const old = { highs, lows, counts }
    places *= 2
    highs = new Uint32Array(places)
    lows = new Uint32Array(places)
    counts = new Uint32Array(places)
    for (const [place, count] of old.counts.entries())
      if (count > 0) put(old.highs[place] as number, old.lows[place] as number, count)
  }

  return {
    size: () => size,
    has: (high: number, low: number) => counts[find(high, low)] !== 0,
    add(high: number, low: number): number {
      const count = (counts[find(high, low)] as number) + 1
      put(high, low, count)
      if (count === 1) {
        size += 1
        if (size > places * 0.75) grow()
      }
      return count
    },
  }
}

interface Overflow {
  add(hash: string, timeMs: number): number
  close(): void
}

/**
 * A temporary database on disk, which the system removes. By time, so that lines in their order touch the same
 * pages.
 */
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
