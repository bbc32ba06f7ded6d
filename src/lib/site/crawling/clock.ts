import { setTimeout as wait } from 'node:timers/promises'

/** The clock for pauses between requests. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number
  /** @throws the signal’s reason, if it aborts first */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const steadyClock: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
}
