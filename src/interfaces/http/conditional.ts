import { hash } from 'node:crypto'
import { actorName } from '../../kernel/actor.ts'
import type { Prepared } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { CachedResult } from '../../kernel/result-cache.ts'
import { version } from '../../lib/version.ts'

/** Whether responses of an operation have entity tags at all. */
export const hasEntityTags = ({ http, entityTag }: Operation) =>
  http?.method === 'GET' && entityTag !== 'none'

/**
 * The weak entity tag of an answer (RFC 9110, 8.8.3). It is made of who asks, what names the result, and how it is
 * shown; where a result has no name, of its content. Undefined where an answer should not be stored.
 * @param source the result's name with what is shown besides, or the result itself
 * @param form whether it is shown as CSV, or the media type of the file that it is downloaded as
 */
export function entityTag(
  { operation, ctx: { actor, services, brand } }: Prepared,
  source: readonly [name: string | undefined, besides: unknown] | CachedResult,
  form: string | boolean,
): string | undefined {
  if (!hasEntityTags(operation) || brand?.data_unstable) return undefined
  if ('data' in source && (source.partial || source.next !== undefined)) return undefined
  const content = 'data' in source ? `${source.data} ${source.meta}` : JSON.stringify(source)
  const shown = [version, services.config.ENGINES, actorName(actor), form, content]
  return `W/"${hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 27)}"`
}

/** Whether a client says that it has any answer at all (If-None-Match; RFC 9110, 13.1.2): 304 once there is one. */
export const isWildcardMatch = (ifNoneMatch: string | undefined) => ifNoneMatch?.trim() === '*'

/** Whether a client says that it has an answer of this tag (If-None-Match; RFC 9110, 13.1.2). */
export function matchesEntityTag(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = tag.replace(/^W\//, '')
  const listed: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return listed.includes(opaque)
}
