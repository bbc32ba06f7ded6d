import { sql, type Transaction } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { Tables } from '../../stores/postgres-schema.ts'

/** Nothing is made or mailed any more of a workspace that is about to be erased, what waits included. */
export async function stopMailing({ db }: Services, workspaceId: string): Promise<void> {
  const brands = db.selectFrom('brands').select('id').where('workspace_id', '=', workspaceId)
  await db.deleteFrom('report_settings').where('brand_id', 'in', brands).execute()
}

/** Deletes an address that somebody is gone with, from what was mailed to it as well. */
export async function deleteRecipientAddress(transaction: PostgresLike, addressKey: string): Promise<void> {
  for (const table of ['report_recipients', 'report_mails'] as const)
    await sql`delete from ${sql.table(table)} where lower(address) = ${addressKey}`.execute(transaction)
  await transaction.deleteFrom('report_unsubscribes').where('address_key', '=', addressKey).execute()
}

/** What waited when a backup was made has been sent since, or is no news; nor are the alerts that are in it. */
export async function cancelPendingMails({ now }: Services, transaction: Transaction<Tables>): Promise<void> {
  await transaction
    .updateTable('report_mails')
    .set({
      state: 'failed',
      problem: 'it waited when the backup was made that was brought back, and is not sent from there',
      settled_at: now(),
    })
    .where('state', '=', 'waiting')
    .execute()
  await transaction
    .updateTable('report_settings')
    .set({ alerts_since: sql<Date>`clock_timestamp()` })
    .execute()
}
