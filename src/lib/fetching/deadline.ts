import { FetchProblem } from './fetch-problem.ts'

export interface TimeLimits {
  /** For the whole fetch: DNS, connection, response and body. Excludes waiting in line for the origin. */
  timeoutMs: number
  /** Until the response headers arrive. */
  firstByteTimeoutMs?: number
}

/** Ends a fetch early: on a time limit, by its caller, or when the fetcher closes. */
export interface Deadline {
  /** Aborts with a FetchProblem, `timeout` or `aborted`. */
  signal: AbortSignal
  start(limits: TimeLimits, host: string): void
  /** Stops the timer for the first byte; the overall limit still applies. */
  headersCame(): void
  elapsedMs(): number
  /** Releases timers and signals. */
  end(): void
}

export function createDeadline(stops: AbortSignal[]): Deadline {
  const controller = new AbortController()
  const stop = () => controller.abort(new FetchProblem('aborted', 'the fetch was stopped'))
  let whole: NodeJS.Timeout | undefined
  let firstByte: NodeJS.Timeout | undefined
  let hasAnswered = false
  let startedAt = 0
  for (const signal of stops) {
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  }

  return {
    signal: controller.signal,
    start({ timeoutMs, firstByteTimeoutMs }, host) {
      startedAt = performance.now()
      const expire = (milliseconds: number) => {
        const message = `${host} did not ${hasAnswered ? 'send the whole page' : 'answer'} within ${milliseconds / 1000} s`
        controller.abort(new FetchProblem('timeout', message))
      }
      whole = setTimeout(expire, timeoutMs, timeoutMs)
      if (firstByteTimeoutMs !== undefined) {
        firstByte = setTimeout(expire, firstByteTimeoutMs, firstByteTimeoutMs)
      }
    },
    headersCame() {
      hasAnswered = true
      clearTimeout(firstByte)
    },
    elapsedMs: () => performance.now() - startedAt,
    end() {
      clearTimeout(whole)
      clearTimeout(firstByte)
      for (const signal of stops) signal.removeEventListener('abort', stop)
    },
  }
}

/**
 * Returns the result of `work`, unless the signal aborts first: some work cannot be stopped, only abandoned.
 * @throws the signal’s reason, or the work’s error
 */
export function raceAbort<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
