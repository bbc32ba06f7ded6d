import type { Clock } from './clock.ts'

/** How a server took a request. */
export type RequestOutcome =
  /** It answered, well or not (404 is an answer), after so many milliseconds. */
  | { kind: 'answered'; firstByteMs: number }
  /** It failed at this one (5xx). */
  | { kind: 'failed'; firstByteMs: number }
  /** It said that it is too much (429, 503), and perhaps for how long. */
  | { kind: 'overloaded'; retryAfterMs: number | undefined }
  /** It did not answer at all. */
  | { kind: 'silent' }
  /** There is no such host: nobody has to be spared. */
  | { kind: 'absent' }

/** When the next request to a site may begin. */
export interface Pace {
  /**
   * Waits for a turn, in the order of asking. Who has one says how the server took the request, which ends the turn.
   * @throws the signal’s reason, if it aborts first
   */
  enter(signal: AbortSignal): Promise<(reception: RequestOutcome | undefined) => void>
  /** From now on there is at least so much time between the starts of two requests, and one at a time; never less than before. */
  raiseMinInterval(milliseconds: number): void
  /** Nothing came of the last ten requests: one more would be hammering. */
  hasGivenUp(): boolean
}

export interface PaceOptions {
  clock: Clock
  /** Requests at a time, at most. */
  connections: number
  /** Ends waiting for good. */
  signal: AbortSignal
}

/** A response that takes this long to begin comes from a server that has enough to do. */
const slowMs = 2000
/** So many prompt answers in a row, and one request more at a time is tried. */
const promptInARow = 10
const maxRestMs = 5000
const failurePauseMs = { first: 250, max: 5000 }
const overloadPauseMs = { first: 5000, max: 120_000 }
const maxRetryAfterMs = 300_000
const missedInARow = 10

/**
 * Makes a pace that a server sets itself. Each of a few connections rests for as long as the server needed for the
 * first byte; answers that are slow, failing or missing halve the number of connections and lengthen pauses, prompt
 * ones bring them back, one by one.
 */
export function createPace({ clock, connections, signal: end }: PaceOptions): Pace {
  const waiting: (() => void)[] = []
  let minIntervalMs = 0
  let width = Math.min(2, connections)
  let active = 0
  let startsAt = 0
  let pauseMs = 0
  let prompt = 0
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
    prompt = 0
    width = Math.max(1, Math.floor(width / 2))
    pauseMs = Math.min(Math.max(pauseMs * 2, first), max)
  }

  function heed(reception: RequestOutcome, startedAt: number): void {
    const isAbsent = reception.kind === 'absent'
    const isMissed = isAbsent || reception.kind === 'overloaded' || reception.kind === 'silent'
    // What was under way when the pace slowed down already says nothing about the slower one.
    const isOldNews = startedAt < slowedAt
    if (!isMissed) missed = 0
    else if (!isOldNews) missed += 1
    if (isAbsent) return
    if (reception.kind === 'answered') speedUp(reception.firstByteMs)
    else if (!isOldNews) slowDown(isMissed ? overloadPauseMs : failurePauseMs)
    if (!isMissed) return
    const retryAfterMs = reception.kind === 'overloaded' ? reception.retryAfterMs : undefined
    startsAt = Math.max(startsAt, clock.now() + Math.min(retryAfterMs ?? pauseMs, maxRetryAfterMs))
  }

  function speedUp(firstByteMs: number): void {
    pauseMs = pauseMs < failurePauseMs.first ? 0 : Math.floor(pauseMs / 2)
    if (firstByteMs >= slowMs) {
      prompt = 0
      width = Math.max(1, Math.floor(width / 2))
    } else if (++prompt >= promptInARow) {
      prompt = 0
      width = Math.min(width + 1, maxConnections())
    }
  }

  /** The turn goes to the next one only after a rest; with a delay between starts there is no need of one. */
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
        if (reception !== undefined) heed(reception, startedAt)
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
