import type { Services } from '../../kernel/context.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { endPersonAccess } from './sessions.ts'

/** Sets a password. Ends other sessions, connected apps, passkeys and links, to lock out intruders. */
export async function setPassword(
  services: Services,
  transaction: PostgresLike,
  personId: string,
  passwordHash: string,
  kept?: string,
): Promise<void> {
  await transaction.updateTable('people').set({ password_hash: passwordHash }).where('id', '=', personId).execute()
  await transaction.deleteFrom('passkeys').where('person_id', '=', personId).execute()
  await endPersonAccess(services, transaction, personId, kept)
}
