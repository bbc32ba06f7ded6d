import type { PostgresLike } from '../stores/postgres.ts'
import { type HeldLock, withAllLocks } from './brand-lock.ts'
import type { Brand, Services } from './context.ts'
import { incrementDataVersion } from './data-version.ts'
import { eraseClickHouseRows } from './observed-tables.ts'

/** Hooks for the caller of an erasure. */
interface Erasure {
  /** Checks the brand before it is erased. Throwing prevents the erasure. */
  check?(brand: Brand): void
  /** Records the erasure in its final transaction. */
  record?(transaction: PostgresLike): Promise<void>
}

/** Erases a brand and all of its data in both stores. */
export async function eraseBrand(services: Services, brandId: string, erasure: Erasure = {}): Promise<void> {
  await withAllLocks(services, brandId, async ({ connection }: HeldLock) => {
    await connection.transaction().execute(async (transaction) => {
      const brands = transaction.selectFrom('brands').selectAll().where('id', '=', brandId)
      const brand = await brands.forUpdate().executeTakeFirst()
      if (brand !== undefined) erasure.check?.(brand)
      // Prevents results read during the erasure from being cached.
      const unstable = { data_unstable: true, ...incrementDataVersion }
      await transaction.updateTable('brands').set(unstable).where('id', '=', brandId).execute()
    })
    // Delete the brand last, so that an interrupted deletion can be retried.
    await eraseClickHouseRows(services, 'brand', brandId)
    // Use the lock's connection: if the lock is lost, another process might write answers again.
    await connection.transaction().execute(async (transaction) => {
      for (const feature of services.features) await feature.eraseBrand?.(transaction, brandId)
      await transaction.deleteFrom('audit_records').where('brand_id', '=', brandId).execute()
      await deleteStoredResponses(transaction, `/v1/brands/${brandId}/%`, `/workspaces/%/brands/${brandId}/%`)
      await transaction.deleteFrom('brands').where('id', '=', brandId).execute()
      await erasure.record?.(transaction)
    })
  })
}

/**
 * Erases a workspace with its brands and all of their data in both stores.
 * @param record records the erasure in its final transaction
 * @returns the number of erased brands
 */
export async function eraseWorkspace(
  services: Services,
  workspaceId: string,
  record: (transaction: PostgresLike, brands: number) => Promise<void>,
): Promise<number> {
  // Revoke access first, so that no one reads data during the erasure.
  for (const feature of services.features) await feature.revokeAccess?.(services, workspaceId)
  services.onAccessChanged()
  const brands = services.db.selectFrom('brands').select('id').where('workspace_id', '=', workspaceId)
  const ids = (await brands.execute()).map((brand) => brand.id)
  for (const id of ids) await eraseBrand(services, id)
  for (const feature of services.features) await feature.eraseWorkspace?.(services, workspaceId)
  await eraseClickHouseRows(services, 'workspace', workspaceId)
  await services.db.transaction().execute(async (transaction) => {
    await deleteStoredResponses(transaction, `/workspaces/${workspaceId}/%`)
    await transaction.deleteFrom('audit_records').where('workspace_id', '=', workspaceId).execute()
    await transaction.deleteFrom('workspaces').where('id', '=', workspaceId).execute()
    await record(transaction, ids.length)
  })
  return ids.length
}

async function deleteStoredResponses(transaction: PostgresLike, ...paths: string[]): Promise<void> {
  for (const path of paths) await transaction.deleteFrom('idempotent_responses').where('path', 'like', path).execute()
}
