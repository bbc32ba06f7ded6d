import type { Clock } from './clock.ts'

/** The outcome of a request for the server’s load. */
export type RequestOutcome =
  /** The server responded, even with an error such as 404, after this many milliseconds. */
  | { kind: 'answered'; firstByteMs: number }
  /** The server failed (5xx). */
  | { kind: 'failed'; firstByteMs: number }
  /** The server is overloaded (429, 503), with the delay that it requested, if any. */
  | { kind: 'overloaded'; retryAfterMs: number | undefined }
  /** The server did not respond. */
  | { kind: 'silent' }
  /** The host does not exist, so there is no load to consider. */
  | { kind: 'absent' }

/** Decides when the next request to a site can start. */
export interface Pace {
  /**
   * Waits for a turn, in order of arrival. The caller reports the request’s outcome, which ends the turn.
   * @throws the signal’s reason, if it aborts first
   */
  enter(signal: AbortSignal): Promise<(reception: RequestOutcome | undefined) => void>
  /** Sets a minimum time between the starts of requests, one at a time. Never lowers it. */
  raiseMinInterval(milliseconds: number): void
  /** Whether the last ten requests failed, so that the crawl should stop. */
  hasGivenUp(): boolean
}

export interface PaceOptions {
  clock: Clock
  /** Maximum concurrent requests. */
  connections: number
  /** Ends all waiting permanently. */
  signal: AbortSignal
}

/** A first byte that takes this long indicates a busy server. */
const slowMs = 2000
/** After this many fast responses in a row, one more concurrent request is allowed. */
const fastInARow = 10
const maxRestMs = 5000
const failurePauseMs = { first: 250, max: 5000 }
const overloadPauseMs = { first: 5000, max: 120_000 }
const maxRetryAfterMs = 300_000
const missedInARow = 10

/**
 * Creates a pace that adapts to the server. Each connection pauses for as long as the server took for the
 * first byte. Slow, failed and missing responses halve the connections and lengthen pauses; fast ones restore
 * them.
 */
export function createPace({ clock, connections, signal: end }: PaceOptions): Pace {
  const waiting: (() => void)[] = []
  let minIntervalMs = 0
  let width = Math.min(2, connections)
  let active = 0
  let startsAt = 0
  let pauseMs = 0
  let fastResponses = 0
  let missed = 0
  let isTimerSet = false
  let slowedAt = Number.NEGATIVE_INFINITY

  const maxConnections = () => (minIntervalMs > 0 ? 1 : connections)

  function pump(): void {
    while (waiting.length > 0 && active < Math.min(width, maxConnections())) {
      const ahead = startsAt - clock.now()
      if (ahead > 0) {
        wakeUp(ahead)
        return
      }
      active += 1
      startsAt = clock.now() + Math.max(minIntervalMs, pauseMs)
      waiting.shift()?.()
    }
  }

  function wakeUp(milliseconds: number): void {
    if (isTimerSet) return
    isTimerSet = true
    const wake = () => {
      isTimerSet = false
      pump()
    }
    clock.sleep(milliseconds, end).then(wake, () => {})
  }

  function slowDown({ first, max }: { first: number; max: number }): void {
    slowedAt = clock.now()
    fastResponses = 0
    width = Math.max(1, Math.floor(width / 2))
    pauseMs = Math.min(Math.max(pauseMs * 2, first), max)
  }

  function adapt(reception: RequestOutcome, startedAt: number): void {
    const isAbsent = reception.kind === 'absent'
    const isMissed = isAbsent || reception.kind === 'overloaded' || reception.kind === 'silent'
    // A request that started before the last slowdown says nothing about the slower pace.
    const isOutdated = startedAt < slowedAt
    if (!isMissed) missed = 0
    else if (!isOutdated) missed += 1
    if (isAbsent) return
    if (reception.kind === 'answered') speedUp(reception.firstByteMs)
    else if (!isOutdated) slowDown(isMissed ? overloadPauseMs : failurePauseMs)
    if (!isMissed) return
    const retryAfterMs = reception.kind === 'overloaded' ? reception.retryAfterMs : undefined
    startsAt = Math.max(startsAt, clock.now() + Math.min(retryAfterMs ?? pauseMs, maxRetryAfterMs))
  }

  function speedUp(firstByteMs: number): void {
    pauseMs = pauseMs < failurePauseMs.first ? 0 : Math.floor(pauseMs / 2)
    if (firstByteMs >= slowMs) {
      fastResponses = 0
      width = Math.max(1, Math.floor(width / 2))
    } else if (++fastResponses >= fastInARow) {
      fastResponses = 0
      width = Math.min(width + 1, maxConnections())
    }
  }

  /** Passes the turn on after a pause, which a minimum interval makes unnecessary. */
  async function rest(reception: RequestOutcome | undefined): Promise<void> {
    const firstByteMs = reception !== undefined && 'firstByteMs' in reception ? reception.firstByteMs : 0
    const restMs = minIntervalMs > 0 ? 0 : Math.min(firstByteMs, maxRestMs)
    if (restMs >= 1) await clock.sleep(restMs, end).catch(() => {})
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      end.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = () => {
          waiting.splice(waiting.indexOf(go), 1)
          reject(signal.reason)
        }
        waiting.push(go)
        signal.addEventListener('abort', giveUp, { once: true })
        pump()
      })
      const startedAt = clock.now()
      return (reception) => {
        if (reception !== undefined) adapt(reception, startedAt)
        rest(reception).then(() => {
          active -= 1
          pump()
        })
      }
    },
    raiseMinInterval(milliseconds) {
      if (milliseconds <= minIntervalMs) return
      minIntervalMs = milliseconds
      startsAt = Math.max(startsAt, clock.now() + milliseconds)
    },
    hasGivenUp: () => missed >= missedInARow,
  }
}
