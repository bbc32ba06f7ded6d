import type { Services } from '../../kernel/context.ts'
import { findArtifact } from './artifacts.ts'

/** So long a program may come again with a token that was replaced: the answer may have been lost on its way. */
const graceMs = 30_000

/**
 * The token that replaces another one, which is the same each time: who comes again is given what they have missed, and a
 * family stays one line of tokens, in which each reuse shows.
 */
export const successorOf = ({ sign }: Services, token: string): string =>
  sign('oauth', `refresh token after ${token}`).toString('base64url')

/** Whether a refresh token that was replaced is answered once more: shortly after, and until its successor has been used. */
export async function isReplayAllowed(services: Services, token: string, usedAt: Date): Promise<boolean> {
  if (services.now().getTime() - usedAt.getTime() >= graceMs) return false
  const successor = await findArtifact(services, 'RefreshToken', successorOf(services, token))
  // There is none where the first answer failed before it was stored.
  return successor === undefined || successor.consumed_at === null
}
