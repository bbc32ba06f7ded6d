import { hash } from 'node:crypto'
import { actorName } from '../../kernel/actor.ts'
import type { Prepared } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { ServedResult } from '../../kernel/result-cache.ts'
import { version } from '../../lib/version.ts'

export const hasEntityTags = ({ http, entityTag }: Operation) => http?.method === 'GET' && entityTag !== 'none'

/**
 * The weak entity tag of a response (RFC 9110, 8.8.3), made from its content, caller and format. Undefined if it
 * must not be stored.
 * @param form CSV, with a mark or without, or the media type of a download
 */
export function entityTag(
  { operation, ctx: { actor } }: Prepared,
  { contentTag }: ServedResult,
  form: string | boolean,
): string | undefined {
  if (!hasEntityTags(operation) || contentTag === undefined) return undefined
  const shown = [version, actorName(actor), form, contentTag]
  return `W/"${hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 27)}"`
}

/** Whether the client has the response with this tag, or accepts any (If-None-Match; RFC 9110, 13.1.2). */
export function matchesEntityTag(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  const listed: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return listed.includes(opaque)
}
