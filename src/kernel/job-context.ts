import { randomUUID } from 'node:crypto'
import { systemActor } from './actor.ts'
import type { Brand, BrandContext, Services } from './context.ts'

/** The context of a job on a brand, as read or by its id. Undefined if it was deleted. */
export async function jobContext(
  services: Services,
  job: string,
  of: Brand | string,
): Promise<BrandContext | undefined> {
  const { db } = services
  const brands = db.selectFrom('brands').selectAll()
  const brand = typeof of === 'string' ? await brands.where('id', '=', of).executeTakeFirst() : of
  if (brand === undefined) return undefined
  const workspaces = db.selectFrom('workspaces').selectAll().where('id', '=', brand.workspace_id)
  const workspace = await workspaces.executeTakeFirst()
  if (workspace === undefined) return undefined
  const actor = systemActor(job, workspace, brand)
  return { services, actor, workspace, brand, requestId: randomUUID() }
}
