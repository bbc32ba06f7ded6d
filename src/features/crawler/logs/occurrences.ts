import { DatabaseSync } from 'node:sqlite'

/** Lines counted in memory, at most 25 MB. */
const maxInMemory = 200_000
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
  const counts = new Map<bigint, number>()
  let overflow: Overflow | undefined
  return {
    next(hash, timeMs) {
      const key = BigInt(`0x${hash.slice(0, 16)}`)
      const count = (counts.get(key) ?? 0) + 1
      if (count === 1 && counts.size >= max) {
        overflow ??= openOverflow()
        return overflow.add(hash, timeMs)
      }
      counts.set(key, count)
      return count
    },
    close: () => overflow?.close(),
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
