import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a file and creates it if it is missing. Uses the kernel's lock on a SQLite file, which is released
 * however the holder ends, so no stale lock can remain.
 * @returns a function that releases the lock; undefined if another process holds it
 */
export function tryLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (/locked|busy/.test(String(error))) return undefined
    throw error
  }
  return () => lock.close()
}
