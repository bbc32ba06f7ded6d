import { resourceMetadataPath } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'

/**
 * Tells an app without a sufficient token where to learn how to get one (RFC 9728, 5.1), and which scopes to
 * request (RFC 6750, 3).
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
