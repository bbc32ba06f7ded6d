import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../lib/errors.ts'
import type { ClickHouseStore } from './clickhouse.ts'

/** Reserved for background writes of PostgreSQL (log segments of 16 MiB) and ClickHouse (merges). */
const leastRoomBytes = 64 << 20

/** Remainder that deletes may use: they free space, but first rewrite parts. */
const leastRoomToDeleteBytes = 16 << 20

/** Reserve before optional files: stored data comes first, and PostgreSQL's log grows with each file. */
export const minFreeBytesForFiles = 256 << 20

const waitingCheckMs = 1000

/** @throws ApiError service_unavailable if the directory's disk is nearly full */
export async function assertDiskSpace(directory: string, leastBytes = leastRoomBytes): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < leastBytes) throw unavailable('the disk of the data directory is nearly full', 10)
}

/**
 * Creates a check that a file can be written to disk: free space does not reveal quotas or read-only disks.
 * Callers within one second share the result, as anyone can call it.
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
 * Rejects new data while the disk is nearly full: PostgreSQL stops if it cannot write its log, which would
 * end reads too. Limits the wait for deletes, as the engine would wait forever for free space.
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
