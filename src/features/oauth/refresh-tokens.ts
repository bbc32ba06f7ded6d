import type { Services } from '../../kernel/context.ts'
import { findArtifact } from './artifacts.ts'

/** How long a replaced token still works: the response with its successor can be lost. */
const graceMs = 30_000

/**
 * The successor of a refresh token, always the same: a retry gets the token that it missed, and a family
 * stays one chain, in which every reuse is detected.
 */
export const successorOf = ({ sign }: Services, token: string): string =>
  sign('oauth', `refresh token after ${token}`).toString('base64url')

/** Whether a replaced refresh token still works: for a short time, until its successor is used. */
export async function isReplayAllowed(services: Services, token: string, usedAt: Date): Promise<boolean> {
  if (services.now().getTime() - usedAt.getTime() >= graceMs) return false
  const successor = await findArtifact(services, 'RefreshToken', successorOf(services, token))
  // Missing if the first attempt failed before storing it.
  return successor === undefined || successor.consumed_at === null
}
