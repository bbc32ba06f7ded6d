import { LRUCache } from 'lru-cache'
import type { Brand, Services } from './context.ts'

const maxFacts = 1000
const factsOf = new WeakMap<Services, LRUCache<string, Promise<unknown>>>()

/**
 * Caches a frequently read fact about a brand in PostgreSQL, per data version.
 * @param name unique name of the fact
 */
export function cacheByDataVersion<T>(
  services: Services,
  brand: Brand,
  name: string,
  read: () => Promise<T>,
): Promise<T> {
  const facts = factsOf.get(services) ?? new LRUCache<string, Promise<unknown>>({ max: maxFacts })
  factsOf.set(services, facts)
  const key = `${name} ${brand.id} ${brand.data_version}`
  const known = facts.get(key)
  if (known !== undefined) return known as Promise<T>
  const found = read()
  facts.set(key, found)
  found.catch(() => facts.delete(key))
  return found
}
