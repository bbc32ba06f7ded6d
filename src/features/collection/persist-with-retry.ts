import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Services } from '../../kernel/context.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'
import { leaseMs } from './claim-slots.ts'

/** Of the pool's 20 connections: however many answers come at once, requests find some too. */
const limitWrites = pLimit(6)
const firstWaitMs = 500
const maxWaitMs = 10_000

/**
 * Writes down what came of a question, also where PostgreSQL cannot take it for a while: what has been paid for would be
 * lost otherwise. Once another process may have taken the question over, and when the program ends, it is given up.
 * @param write may run again although it has done its work
 * @throws what the store says
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
        log.warn({ err: error }, 'what came of a question is not written down yet')
        await sleep(waitMs, undefined, { signal: closing }).catch(() => {})
      }
    }
  })
}
