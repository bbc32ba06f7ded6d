import type { Brand, Services } from './context.ts'

/**
 * Does a job's work for one brand after the other. Where it fails for one, that is logged and the others have their turn all the
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
  for (const brand of brands) {
    signal.throwIfAborted()
    try {
      await work(brand)
    } catch (error) {
      signal.throwIfAborted()
      log.error({ err: error, brand_id: brand.id, queue }, 'the job failed for a brand')
    }
  }
}
