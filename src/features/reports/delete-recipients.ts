import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { PostgresLike, Transaction } from '../../stores/postgres.ts'

/** Stops reports and pending mails of a workspace that is about to be erased. */
export async function stopMailing({ db }: Services, workspaceId: string): Promise<void> {
  const brands = db.selectFrom('brands').select('id').where('workspace_id', '=', workspaceId)
  await db.deleteFrom('report_settings').where('brand_id', 'in', brands).execute()
}

/** Deletes the address of a deleted person from recipients, mails and unsubscribes. */
export async function deleteRecipientAddress(transaction: PostgresLike, addressKey: string): Promise<void> {
  for (const table of ['report_recipients', 'report_mails'] as const)
    await sql`delete from ${sql.table(table)} where lower(address) = ${addressKey}`.execute(transaction)
  await transaction.deleteFrom('report_unsubscribes').where('address_key', '=', addressKey).execute()
}

/** Cancels mails and alerts that were pending in a restored backup: they were sent since, or are outdated. */
export async function cancelPendingMails({ now }: Services, transaction: Transaction): Promise<void> {
  await transaction
    .updateTable('report_mails')
    .set({
      state: 'failed',
      problem: 'not sent, because it was pending in a backup that was restored',
      settled_at: now(),
    })
    .where('state', '=', 'waiting')
    .execute()
  await transaction.updateTable('report_settings').set({ alerts_since: sql<Date>`clock_timestamp()` }).execute()
}
