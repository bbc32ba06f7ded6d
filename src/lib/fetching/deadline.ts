import { FetchProblem } from './fetch-problem.ts'

export interface TimeLimits {
  /** For the whole: look-up, connection, response and body. Waiting in line for the origin does not count. */
  timeoutMs: number
  /** Until the headers of the response have come. */
  firstByteTimeoutMs?: number
}

/** What may end a fetch before it is done: its limits of time, its caller, the end of the fetcher. */
export interface Deadline {
  /** Its reason is always a FetchProblem, `timeout` or `aborted`. */
  signal: AbortSignal
  /** Begins to count. */
  start(limits: TimeLimits, host: string): void
  /** The headers of the response have come: only the limit of the whole counts on. */
  headersCame(): void
  elapsedMs(): number
  /** Lets go of timers and signals. */
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
 * What `work` comes to, or the signal’s reason, whichever is first: some work cannot be stopped, only left behind.
 * @throws the signal’s reason, or what the work throws
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
