import type { Transaction } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import { auditQueue } from '../audit.ts'

/** Resumes audits that were running when the restored backup was created: their jobs are missing. */
export async function resumeAudits({ jobs }: Services, transaction: Transaction<Tables>): Promise<void> {
  const running = transaction.selectFrom('audits').select(['id', 'brand_id']).where('state', '=', 'running')
  for (const { id, brand_id } of await running.execute())
    await jobs.enqueue(auditQueue, { audit_id: id, brand_id }, { key: id, transaction })
}
