import type { Services } from '../../../kernel/context.ts'
import type { Transaction } from '../../../stores/postgres.ts'
import { analyseBrandQueue } from './analysis.ts'

/** Resumes analyses that were running when the restored backup was created: their jobs are missing. */
export async function resumeAnalyses({ jobs }: Services, transaction: Transaction): Promise<void> {
  const running = transaction.selectFrom('brand_analyses').select(['brand_id', 'run'])
  for (const { brand_id, run } of await running.where('status', '=', 'running').execute())
    await jobs.enqueue(analyseBrandQueue, { brand_id, run }, { key: brand_id, transaction })
}
