import type { Services } from '../../kernel/context.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { correctReadings } from './correct-readings.ts'
import { readHistoryQueue } from './reading-config.ts'

/** Resets work that a backup captured midway: drops an unfinished import, restarts rereads and corrections. */
export async function resumeHistories({ jobs }: Services, transaction: Transaction): Promise<void> {
  await transaction.updateTable('brands').set({ pending_seq: null }).execute()
  const unread = await transaction
    .updateTable('reading_configs')
    .from('brands')
    .set({ read_seq: 0 })
    .whereRef('brands.id', '=', 'reading_configs.brand_id')
    .whereRef('reading_configs.version', '>', 'brands.reading_version')
    .returning('brands.id')
    .execute()
  for (const id of new Set(unread.map((row) => row.id)))
    await jobs.enqueue(readHistoryQueue, { brand_id: id }, { key: id, transaction })
  const checks = transaction.selectFrom('answer_checks').select('brand_id').distinct()
  for (const { brand_id } of await checks.where('is_applied', '=', false).execute())
    await jobs.enqueue(correctReadings.queue, { brand_id }, { key: brand_id, transaction })
}
