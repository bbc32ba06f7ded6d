import { LRUCache } from 'lru-cache'
import type { Brand, Services } from './context.ts'

type BrandFacts = LRUCache<string, Promise<unknown>>

declare module './context.ts' {
  interface FeatureStates {
    brandFacts: BrandFacts
  }
}

export const createBrandFacts = (): BrandFacts => new LRUCache({ max: 1000 })

/**
 * Caches a frequently read fact about a brand in PostgreSQL, per data version.
 * @param name unique name of the fact
 */
export function cacheByDataVersion<T>(
  { states: { brandFacts } }: Services,
  brand: Brand,
  name: string,
  read: () => Promise<T>,
): Promise<T> {
  const key = `${name} ${brand.id} ${brand.data_version}`
  const known = brandFacts.get(key)
  if (known !== undefined) return known as Promise<T>
  const found = read()
  brandFacts.set(key, found)
  found.catch(() => brandFacts.delete(key))
  return found
}
