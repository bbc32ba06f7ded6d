import { randomUUID } from 'node:crypto'
import { findRow } from '../stores/postgres-rows.ts'
import { systemActor } from './actor.ts'
import type { Brand, BrandContext, Services } from './context.ts'

/** The context of a job on a brand, as read or by its id. Undefined if it was deleted. */
export async function jobContext(
  services: Services,
  job: string,
  of: Brand | string,
): Promise<BrandContext | undefined> {
  const { db } = services
  const brand = typeof of === 'string' ? await findRow(db, 'brands', { id: of }) : of
  if (brand === undefined) return undefined
  const workspace = await findRow(db, 'workspaces', { id: brand.workspace_id })
  if (workspace === undefined) return undefined
  const actor = systemActor(job, workspace, brand)
  return { services, actor, workspace, brand, requestId: randomUUID() }
}
