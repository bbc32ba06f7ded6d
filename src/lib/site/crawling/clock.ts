import { setTimeout as wait } from 'node:timers/promises'

/** What pace is counted by. */
export interface Clock {
  /** Milliseconds, from any moment, never going back. */
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
