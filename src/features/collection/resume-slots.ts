import type { Transaction } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { Tables } from '../../stores/postgres-schema.ts'

/**
 * Has what was under way when a backup was made looked after at once. Requests that nobody waits for any more end as those
 * of a process that has died; tasks have as long from now on as if they had just been given, as their sources ask for
 * their keys again first.
 */
export async function resumeSlots({ now }: Services, transaction: Transaction<Tables>): Promise<void> {
  const at = now()
  await transaction
    .updateTable('collection_slots')
    .set({ due_at: at })
    .where('state', '=', 'reserved')
    .execute()
  await transaction
    .updateTable('collection_slots')
    .set({ due_at: at, submitted_at: at })
    .where('state', '=', 'submitted')
    .execute()
}
