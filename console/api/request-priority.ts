import type { OperationName } from './client.ts'

/** Figures at the top of pages. The server is as fast as its cores: all that a page shows at once would hold these up. */
const first: ReadonlySet<OperationName> = new Set([
  'list-competitor-rankings',
  'list-visibility-intervals',
  'list-visibility-trend',
])

/** What stands below them, and takes the server as long. */
const below: ReadonlySet<OperationName> = new Set([
  'list-engine-visibility',
  'list-executions',
  'list-segment-trends',
  'list-visibility-changes',
  'list-visibility-segments',
])

/** Nothing waits longer: what comes first may not come at all. */
const maxWaitMs = 1000

const underWay = new Set<Promise<unknown>>()

/** Asks for what a page shows: for what stands below figures at its top once these have come, else at once. */
export async function withPriority<T>(name: OperationName, ask: () => Promise<T>): Promise<T> {
  if (below.has(name)) {
    // A page asks for everything in one go, and not in this order.
    await Promise.resolve()
    await Promise.race([Promise.allSettled(underWay), new Promise((end) => setTimeout(end, maxWaitMs))])
  }
  const asked = ask()
  if (!first.has(name)) return asked
  underWay.add(asked)
  return asked.finally(() => underWay.delete(asked))
}
