import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../lib/errors.ts'
import type { ClickHouseStore } from './clickhouse.ts'

/** Kept free for what PostgreSQL and ClickHouse write by themselves: segments of the log (16 MiB each), merges. */
const leastRoomBytes = 64 << 20

/** Of that, what deleting may still use: it makes room, but rewrites what it deletes from first. */
const leastRoomToDeleteBytes = 16 << 20

/** Before what only makes reading easier: what is stored comes first, and PostgreSQL's log grows with each file. */
export const minFreeBytesForFiles = 256 << 20

const waitingCheckMs = 1000

/** @throws ApiError service_unavailable where the disk that a directory lies on is nearly full */
export async function assertDiskSpace(directory: string, leastBytes = leastRoomBytes): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < leastBytes) throw unavailable('the disk of the data directory is nearly full', 10)
}

/**
 * Makes a check that a file can be written through to the disk: free space says nothing about a quota, or a disk that
 * has become read-only. Whoever asks within a second of another gets the same answer, as anybody may ask.
 */
export function createWriteProbe(directory: string): () => Promise<void> {
  let last: { at: number; outcome: Promise<void> } | undefined
  return () => {
    if (last === undefined || performance.now() - last.at > 1000)
      last = { at: performance.now(), outcome: writeThrough(join(directory, 'writable')) }
    return last.outcome
  }
}

async function writeThrough(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.write('.')
    await file.datasync()
  } finally {
    await file.close()
  }
}

/**
 * Refuses to store more while the disk is nearly full: a PostgreSQL that cannot write its log ends, and with it the
 * reading of all that is stored already. What deletes is not waited for without end: the engine would wait for room.
 */
export function withDiskSpaceCheck(store: ClickHouseStore, directory: string): ClickHouseStore {
  return {
    ...store,
    async insert(...rows) {
      await assertDiskSpace(directory)
      await store.insert(...rows)
    },
    async command(statement) {
      await assertDiskSpace(directory, leastRoomToDeleteBytes)
      const over = new AbortController()
      try {
        await Promise.race([store.command(statement), untilFull(directory, over.signal)])
      } finally {
        over.abort()
      }
    },
  }
}

/** Rejects once the disk is full. */
async function untilFull(directory: string, over: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await sleep(waitingCheckMs, undefined, { signal: over, ref: false })
      await assertDiskSpace(directory, leastRoomToDeleteBytes)
    }
  } catch (error) {
    if (!over.aborted) throw error
  }
}
