import { isIP } from 'node:net'
import type { Services } from '../../../kernel/context.ts'
import { conflict } from '../../../lib/errors.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'

export const challengeSeconds = 300

/** Host and origin for passkeys: browsers bind a passkey to the host and sign the origin. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Undefined if PUBLIC_URL is an IP address, which WebAuthn does not allow. */
export function findRelyingParty({
  config: { PUBLIC_URL },
  address,
}: Pick<Services, 'config' | 'address'>): RelyingParty | undefined {
  const url = new URL(PUBLIC_URL ?? address())
  if (PUBLIC_URL === undefined) url.hostname = 'localhost'
  const isAddress = isIP(url.hostname.replace(/[[\]]/g, '')) !== 0
  return isAddress ? undefined : { id: url.hostname, origin: url.origin }
}

/** @throws ApiError conflict */
export function relyingPartyOf(services: Services): RelyingParty {
  const party = findRelyingParty(services)
  if (party === undefined)
    throw conflict('passkeys need a host name; the operator can set PUBLIC_URL to one instead of an IP address')
  return party
}

/** The holder of a challenge: a browser with this token in a cookie, or a session. */
type Answerer = { token_hash: Buffer } | { session_id: string }

/** Stores a challenge for 5 minutes. Replaces an older one of the session. */
export async function keepChallenge(
  { now }: Pick<Services, 'now'>,
  db: PostgresLike,
  answerer: Answerer,
  challenge: string,
): Promise<void> {
  const kept = { challenge, expires_at: new Date(now().getTime() + challengeSeconds * 1000) }
  await db
    .insertInto('passkey_challenges')
    .values({ ...answerer, ...kept })
    .onConflict((on) => on.column('session_id').doUpdateSet(kept))
    .execute()
}

/** Consumes a challenge. Undefined if it does not exist or has expired. */
export async function takeChallenge(
  { now }: Pick<Services, 'now'>,
  db: PostgresLike,
  answerer: Answerer,
): Promise<string | undefined> {
  const [[column, value]] = Object.entries(answerer) as [['token_hash' | 'session_id', Buffer | string]]
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where(column, '=', value)
    .where('expires_at', '>', now())
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}
