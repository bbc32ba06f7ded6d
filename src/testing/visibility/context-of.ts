import { operator } from '../../kernel/actor.ts'
import type { BrandContext } from '../../kernel/context.ts'
import type { TestApp } from '../test-app.ts'

/** The context of an operation on a brand. */
export async function contextOf(test: TestApp, brandId: string): Promise<BrandContext> {
  const { services } = test.app
  const brands = services.db.selectFrom('brands').selectAll().where('id', '=', brandId)
  const brand = await brands.executeTakeFirstOrThrow()
  const workspaces = services.db.selectFrom('workspaces').selectAll().where('id', '=', brand.workspace_id)
  const workspace = await workspaces.executeTakeFirstOrThrow()
  return { services, actor: operator, requestId: 'test', workspace, brand }
}
