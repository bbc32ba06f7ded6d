import type { PostgresLike } from '../stores/postgres.ts'
import { type HeldLock, withAllLocks } from './brand-lock.ts'
import type { Brand, Services } from './context.ts'
import { incrementDataVersion } from './data-version.ts'
import { eraseClickHouseRows } from './observed-tables.ts'

/** What whoever asks for an erasure does with it. */
interface Erasure {
  /** Looks at the brand that is about to be erased; what it throws keeps it. */
  check?(brand: Brand): void
  /** Writes down, in the transaction that ends it, that it was done. */
  record?(transaction: PostgresLike): Promise<void>
}

/** Erases a brand with everything that is stored about it, in both stores. */
export async function eraseBrand(services: Services, brandId: string, erasure: Erasure = {}): Promise<void> {
  await withAllLocks(services, brandId, async ({ connection }: HeldLock) => {
    await connection.transaction().execute(async (transaction) => {
      const brands = transaction.selectFrom('brands').selectAll().where('id', '=', brandId)
      const brand = await brands.forUpdate().executeTakeFirst()
      if (brand !== undefined) erasure.check?.(brand)
      // Nobody may keep results of the time in between.
      const unstable = { data_unstable: true, ...incrementDataVersion }
      await transaction.updateTable('brands').set(unstable).where('id', '=', brandId).execute()
    })
    // The brand goes last: a deletion that was interrupted can be asked for again.
    await eraseClickHouseRows(services, 'brand', brandId)
    // On the lock's connection: were the lock lost, somebody might be writing answers again.
    await connection.transaction().execute(async (transaction) => {
      for (const feature of services.features) await feature.eraseBrand?.(transaction, brandId)
      await transaction.deleteFrom('audit_records').where('brand_id', '=', brandId).execute()
      await forgetAnswers(transaction, `/v1/brands/${brandId}/%`, `/workspaces/%/brands/${brandId}/%`)
      await transaction.deleteFrom('brands').where('id', '=', brandId).execute()
      await erasure.record?.(transaction)
    })
  })
}

/**
 * Erases a workspace with its brands and everything that is stored about them, in both stores.
 * @param record writes down, in the transaction that ends it, that it was done
 * @returns how many brands it had
 */
export async function eraseWorkspace(
  services: Services,
  workspaceId: string,
  record: (transaction: PostgresLike, brands: number) => Promise<void>,
): Promise<number> {
  // Nobody reads what is being erased.
  for (const feature of services.features) await feature.revokeAccess?.(services, workspaceId)
  services.onAccessChanged()
  const brands = services.db.selectFrom('brands').select('id').where('workspace_id', '=', workspaceId)
  const ids = (await brands.execute()).map((brand) => brand.id)
  for (const id of ids) await eraseBrand(services, id)
  for (const feature of services.features) await feature.eraseWorkspace?.(services, workspaceId)
  await eraseClickHouseRows(services, 'workspace', workspaceId)
  await services.db.transaction().execute(async (transaction) => {
    await forgetAnswers(transaction, `/workspaces/${workspaceId}/%`)
    await transaction.deleteFrom('audit_records').where('workspace_id', '=', workspaceId).execute()
    await transaction.deleteFrom('workspaces').where('id', '=', workspaceId).execute()
    await record(transaction, ids.length)
  })
  return ids.length
}

/** Deletes what was answered to writes of these paths. */
async function forgetAnswers(transaction: PostgresLike, ...paths: string[]): Promise<void> {
  for (const path of paths)
    await transaction.deleteFrom('idempotent_responses').where('path', 'like', path).execute()
}
