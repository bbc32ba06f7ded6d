import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PersonActor, VisitorActor } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import type { NewSession } from '../../kernel/operation.ts'
import type { SessionAuthenticator } from '../../kernel/session-authenticator.ts'
import { ApiError } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { insertRow } from '../../stores/postgres-rows.ts'
import { issueBrowserToken } from './known-browser.ts'
import { loadMembership } from './membership.ts'
import { hashToken, newToken } from './tokens.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    /** Time of last use, by workspace id. */
    'sessions.used_in': Record<string, string>
  }
}

const hourMs = 3_600_000
/** The resolution of `last_used_at`: a session can have been used this much later. */
const lastUsedUpdateMs = 60_000

/** Signs a person in; keeps other sessions. @throws ApiError invalid_token if the account was deleted */
export async function openSession(
  services: Services,
  transaction: PostgresLike,
  personId: string,
  { address, userAgent }: VisitorActor,
  passkeyId?: string,
): Promise<NewSession> {
  const token = newToken()
  const now = services.now()
  const expiresAt = new Date(now.getTime() + services.config.SESSION_MAX_HOURS * hourMs)
  // Locks the row first, so that ending all sessions of the person either waits for this one or finds it.
  const person = transaction.updateTable('people').set({ last_signed_in_at: now }).where('id', '=', personId)
  if ((await person.executeTakeFirst()).numUpdatedRows === 0n)
    throw new ApiError('invalid_token', 'this account no longer exists')
  await insertRow(transaction, 'sessions', {
    id: randomUUID(),
    person_id: personId,
    token_hash: hashToken(token),
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
    address,
    user_agent: userAgent?.slice(0, 500) ?? null,
    passkey_id: passkeyId ?? null,
  })
  return { token, expiresAt, knownBrowser: issueBrowserToken(services, personId) }
}

/** Sessions last used before this time have expired. */
export const idleCutoff = ({ config, now }: Services) => new Date(now().getTime() - config.SESSION_IDLE_HOURS * hourMs)

/** Ends all sessions of a person, except `kept`. */
export async function endSessions(transaction: PostgresLike, personId: string, kept?: string): Promise<void> {
  let ended = transaction.deleteFrom('sessions').where('person_id', '=', personId)
  if (kept !== undefined) ended = ended.where('id', '<>', kept)
  await ended.execute()
}

/**
 * Ends all access to an account: sessions except `kept`, connected apps, and sign-in and password links.
 */
export async function endPersonAccess(
  { features }: Services,
  transaction: PostgresLike,
  personId: string,
  kept?: string,
): Promise<void> {
  await endSessions(transaction, personId, kept)
  await transaction.deleteFrom('one_time_links').where('person_id', '=', personId).execute()
  for (const feature of features) await feature.endAccess?.(transaction, personId)
}

/** Looks up session and role on every request, so that revoking access takes effect immediately. */
export const createSessionAuthenticator = (services: Services): SessionAuthenticator => ({
  async authenticate(token, workspaceId) {
    const now = services.now()
    const session = await services.db
      .selectFrom('sessions')
      .select(['id', 'person_id', 'last_used_at', 'used_in', 'passkey_id'])
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now)
      .where('last_used_at', '>', idleCutoff(services))
      .executeTakeFirst()
    if (session === undefined) return undefined
    const membership =
      workspaceId === undefined
        ? undefined
        : await loadMembership(services.db, session.person_id, workspaceId, session.passkey_id !== null)
    const isRecent = (since: Date) => now.getTime() - since.getTime() <= lastUsedUpdateMs
    const opened = membership?.workspace.id
    if (!isRecent(session.last_used_at) || (opened && !isRecent(new Date(session.used_in[opened] ?? 0))))
      await services.db
        .updateTable('sessions')
        .set({ last_used_at: now })
        .$if(opened !== undefined, (update) =>
          update.set({ used_in: sql`used_in || ${JSON.stringify({ [opened as string]: now })}::jsonb` }),
        )
        .where('id', '=', session.id)
        .execute()
    return { kind: 'person', id: session.person_id, sessionId: session.id, membership } satisfies PersonActor
  },
})

/** Deletes expired sessions, links and challenges. */
export async function pruneExpired(services: Services): Promise<void> {
  const now = services.now()
  await services.db
    .deleteFrom('sessions')
    .where(sql<boolean>`expires_at <= ${now} or last_used_at <= ${idleCutoff(services)}`)
    .execute()
  await services.db.deleteFrom('one_time_links').where('expires_at', '<=', now).execute()
  await services.db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
}
