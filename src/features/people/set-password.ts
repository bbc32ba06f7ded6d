import type { Services } from '../../kernel/context.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { endPersonAccess } from './sessions.ts'

/**
 * Sets a new password, and ends everything that the old one opened, every passkey that it could add and every link into the
 * account: an intruder keeps no way back in.
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
  await transaction.deleteFrom('passkeys').where('person_id', '=', personId).execute()
  await endPersonAccess(services, transaction, personId, kept)
}
