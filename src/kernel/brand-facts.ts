import { LRUCache } from 'lru-cache'
import type { Brand, Services } from './context.ts'

const maxFacts = 1000
const factsOf = new WeakMap<Services, LRUCache<string, Promise<unknown>>>()

/**
 * What requests ask of a brand again and again and PostgreSQL holds: read once for each version of the brand's data.
 * @param name of the fact, among all of the program
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
