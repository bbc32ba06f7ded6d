import { hash } from 'node:crypto'
import { actorName } from '../../kernel/actor.ts'
import type { Prepared } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { CachedResult } from '../../kernel/result-cache.ts'
import { version } from '../../lib/version.ts'

/** Whether responses of an operation have entity tags. */
export const hasEntityTags = ({ http, entityTag }: Operation) =>
  http?.method === 'GET' && entityTag !== 'none'

/**
 * The weak entity tag of a response (RFC 9110, 8.8.3), made from the caller, the result's cache key and the
 * format; without a key, from the content. Undefined if it must not be stored.
 * @param source the cache key with the uncached part, or the result itself
 * @param form CSV, or the media type of a download
 */
export function entityTag(
  { operation, ctx: { actor, services, brand } }: Prepared,
  source: readonly [name: string | undefined, uncachedPart: unknown] | CachedResult,
  form: string | boolean,
): string | undefined {
  if (!hasEntityTags(operation) || brand?.data_unstable) return undefined
  if ('data' in source && (source.partial || source.next !== undefined)) return undefined
  const content = 'data' in source ? `${source.data} ${source.meta}` : JSON.stringify(source)
  const shown = [version, services.config.ENGINES, actorName(actor), form, content]
  return `W/"${hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 27)}"`
}

/** Whether the client accepts 304 for any response (If-None-Match: *; RFC 9110, 13.1.2). */
export const isWildcardMatch = (ifNoneMatch: string | undefined) => ifNoneMatch?.trim() === '*'

/** Whether the client has the response with this tag (If-None-Match; RFC 9110, 13.1.2). */
export function matchesEntityTag(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = tag.replace(/^W\//, '')
  const listed: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return listed.includes(opaque)
}
