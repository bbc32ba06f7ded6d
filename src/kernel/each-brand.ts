import type { Brand, Services } from './context.ts'

/**
 * Runs a job for each brand in turn. Workspaces alternate, so that one with many brands does not delay the
 * others. A failure is logged and does not stop the rest; the next run retries that brand.
 * @throws the abort reason of the signal
 */
export async function forEachBrand(
  { log }: Services,
  queue: string,
  brands: readonly Brand[],
  signal: AbortSignal,
  work: (brand: Brand) => Promise<unknown>,
): Promise<void> {
  for (const brand of inTurns(brands)) {
    signal.throwIfAborted()
    try {
      await work(brand)
    } catch (error) {
      signal.throwIfAborted()
      log.error({ err: error, brand_id: brand.id, queue }, 'the job failed for a brand')
    }
  }
}

/** Orders brands: the first of each workspace, then the second of each, and so on. */
export function inTurns<B extends Pick<Brand, 'workspace_id'>>(brands: readonly B[]): B[] {
  const queues = [...Map.groupBy(brands, ({ workspace_id }) => workspace_id).values()]
  const longest = Math.max(0, ...queues.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1))).flat()
}
