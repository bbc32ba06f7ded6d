import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Services } from '../../../kernel/context.ts'
import { toUnavailableError } from '../../../stores/store-errors.ts'
import { leaseMs } from './claim-slots.ts'

/** Leaves some of the pool's 20 connections for requests when many answers arrive together. */
const limitWrites = pLimit(6)
const firstWaitMs = 500
const maxWaitMs = 10_000

/**
 * Writes a result and retries while PostgreSQL is unavailable, so that no paid answer is lost. Gives up at
 * shutdown, or when another process can take over the slot.
 * @param write can run again after it succeeded
 * @throws the store's error
 */
export function persistWithRetry({ closing, log }: Services, write: () => Promise<void>): Promise<void> {
  const until = performance.now() + leaseMs
  return limitWrites(async () => {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
      try {
        return await write()
      } catch (error) {
        const isOver = closing.aborted || performance.now() > until
        if (isOver || toUnavailableError(error) === undefined) throw error
        log.warn({ err: error }, 'writing the result of a slot failed; retrying')
        await sleep(waitMs, undefined, { signal: closing }).catch(() => {})
      }
    }
  })
}
