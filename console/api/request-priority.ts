import type { OperationName } from './client.ts'

/** Figures at the top of pages. They load first, because the server is limited by its cores. */
const first: ReadonlySet<OperationName> = new Set([
  'list-competitor-rankings',
  'list-visibility-intervals',
  'list-visibility-trend',
])

/** Slow requests for content below them. */
const below: ReadonlySet<OperationName> = new Set([
  'list-engine-visibility',
  'list-executions',
  'list-issues',
  'list-opportunities',
  'list-segment-trends',
  'list-visibility-changes',
  'list-visibility-segments',
])

/** The maximum delay, in case the first requests never finish. */
const maxWaitMs = 1000

const running = new Set<Promise<unknown>>()

/** Delays requests for content below the top figures until these have loaded. Sends all others immediately. */
export async function withPriority<T>(name: OperationName, ask: () => Promise<T>): Promise<T> {
  if (below.has(name)) {
    // Wait for the page to start all its requests, which are in no fixed order.
    await Promise.resolve()
    await Promise.race([Promise.allSettled(running), new Promise((end) => setTimeout(end, maxWaitMs))])
  }
  const response = ask()
  if (!first.has(name)) return response
  running.add(response)
  return response.finally(() => running.delete(response))
}
