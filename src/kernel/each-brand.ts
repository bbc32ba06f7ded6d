import type { Brand, Services } from './context.ts'

/**
 * Does a job's work for one brand after the other. Workspaces take turns, so that one with many brands does not keep the
 * others waiting. Where it fails for one, that is logged and the others have their turn all the
 * same: the brand is looked at again by the next run.
 * @throws what the signal is aborted with
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

/** The first brand of each workspace, then the second of each, and so on. */
export function inTurns<B extends Pick<Brand, 'workspace_id'>>(brands: readonly B[]): B[] {
  const queues = [...Map.groupBy(brands, ({ workspace_id }) => workspace_id).values()]
  const longest = Math.max(0, ...queues.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  ).flat()
}
