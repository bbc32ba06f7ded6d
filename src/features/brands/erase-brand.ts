import { type HeldLock, withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import { raisedDataVersion } from '../../kernel/data-version.ts'
import { eraseAnswers } from '../answers/index.ts'
import { eraseVisits } from '../crawler/index.ts'
import { eraseScans } from '../earned-mentions/index.ts'
import { eraseKnowledge } from '../knowledge/index.ts'

/** Erases a brand with everything that is stored about it, in both stores. */
export async function eraseBrand(services: Services, brandId: string): Promise<void> {
  const erase = async ({ connection }: HeldLock) => {
    // Nobody may keep results of the time in between.
    const unstable = { data_unstable: true, ...raisedDataVersion }
    await connection.updateTable('brands').set(unstable).where('id', '=', brandId).execute()
    // The brand goes last: a deletion that was interrupted can be asked for again.
    await eraseAnswers(services, brandId)
    await eraseVisits(services, brandId)
    await eraseKnowledge(services, brandId)
    await eraseScans(services, brandId)
    // On the lock's connection: were the lock lost, somebody might be writing answers again.
    await connection.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('prompts').where('brand_id', '=', brandId).execute()
      await transaction.deleteFrom('audit_records').where('brand_id', '=', brandId).execute()
      const answered = transaction.deleteFrom('idempotent_responses')
      await answered.where('path', 'like', `/v1/brands/${brandId}/%`).execute()
      await transaction.deleteFrom('brands').where('id', '=', brandId).execute()
    })
  }
  const lock = (kind: Parameters<typeof withLock>[2], work: typeof erase) =>
    withLock(services, brandId, kind, work)
  await lock('history', () => lock('writing', () => lock('visits', () => lock('pages', erase))))
}
