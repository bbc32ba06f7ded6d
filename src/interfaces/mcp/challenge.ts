import { resourceMetadataPath } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'

/**
 * What a program is told that has no token, or needs another one: where it finds out how to get it (RFC 9728, 5.1), and the
 * scopes to ask for (RFC 6750, 3).
 */
export function challenge(
  { address }: Pick<Services, 'address'>,
  { scopes, error }: { scopes: readonly string[]; error?: 'insufficient_scope' | 'invalid_token' },
): string {
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${address()}${resourceMetadataPath}"`,
    `scope="${scopes.join(' ')}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}
