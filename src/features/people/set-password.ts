import type { Services } from '../../kernel/context.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { endAccess } from './sessions.ts'

/**
 * Gives somebody a new password. Whatever the one before has opened, and every link into the account, ends with it:
 * whoever chooses one because somebody else was in has nothing more to look for.
 * @param kept the session that they do it in
 */
export async function setPassword(
  services: Services,
  transaction: PostgresLike,
  personId: string,
  passwordHash: string,
  kept?: string,
): Promise<void> {
  await transaction
    .updateTable('people')
    .set({ password_hash: passwordHash })
    .where('id', '=', personId)
    .execute()
  await endAccess(services, transaction, personId, kept)
}
