import type { Clock } from '../../lib/site/crawling/clock.ts'

/**
 * A clock that advances only during a sleep, and then immediately: the shortest sleeper wakes first. Waiting
 * for anything else, such as a server, takes no time.
 */
export function createFakeClock(): Clock {
  const sleepers: { wakesAt: number; wake(): void }[] = []
  let now = 0

  function wakeNext(): void {
    sleepers.sort((a, b) => a.wakesAt - b.wakesAt)
    const sleeper = sleepers.shift()
    if (sleeper === undefined) return
    now = Math.max(now, sleeper.wakesAt)
    sleeper.wake()
  }

  return {
    now: () => now,
    sleep(milliseconds, signal) {
      signal.throwIfAborted()
      return new Promise((resolve, reject) => {
        sleepers.push({ wakesAt: now + milliseconds, wake: resolve })
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        // Long enough for requests on loopback.
        setTimeout(wakeNext, 5)
      })
    },
  }
}
