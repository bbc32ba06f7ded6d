import pLimit, { type LimitFunction } from 'p-limit'

/** Runs work under a key. Work beyond the key's limit waits in order of arrival. */
export type KeyedLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** @param concurrency maximum tasks per key at a time */
export function createKeyedLimit(concurrency: number): KeyedLimit {
  const limits = new Map<string, LimitFunction>()
  return async (key, work) => {
    const limit = limits.getOrInsertComputed(key, () => pLimit(concurrency))
    try {
      return await limit(work)
    } finally {
      if (limit.activeCount === 0 && limit.pendingCount === 0) limits.delete(key)
    }
  }
}
