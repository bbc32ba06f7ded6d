import type { Transaction } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'

/**
 * Makes slots that were in progress at backup time due immediately. Requests end as interrupted; tasks get
 * their full time again, as the keys of their sources must be set first.
 */
export async function resumeSlots({ now }: Services, transaction: Transaction<Tables>): Promise<void> {
  const at = now()
  await transaction.updateTable('collection_slots').set({ due_at: at }).where('state', '=', 'reserved').execute()
  await transaction
    .updateTable('collection_slots')
    .set({ due_at: at, submitted_at: at })
    .where('state', '=', 'submitted')
    .execute()
}
