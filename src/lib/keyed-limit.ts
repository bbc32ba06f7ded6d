import pLimit, { type LimitFunction } from 'p-limit'

/** Runs work under a key. Work of one key beyond the limit waits in line, in the order of asking. */
export type KeyedLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** @param concurrency pieces of work of one key at a time */
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
