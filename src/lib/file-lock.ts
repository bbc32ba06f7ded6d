import { DatabaseSync } from 'node:sqlite'

/**
 * Takes a file as a lock, and makes it where it is missing. It is the kernel's lock on a SQLite file: whatever kills the
 * holder releases it, so no stale lock can be left behind.
 * @returns what releases it; undefined where somebody else has it
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
