import { accessibleBrands } from '../../kernel/actor.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { conflict } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { fileName } from './export.ts'

const megabyte = 1_000_000

/** @throws ApiError conflict if exports of the workspace, or of all, reach their size limit */
export async function checkSize(ctx: BrandContext, db: PostgresLike): Promise<void> {
  const { config } = ctx.services
  const ofAll = await bytesOf(db)
  const ofWorkspace = await bytesOf(db, ctx.workspace.id)
  for (const [of, bytes, max] of [
    ['of this workspace', ofWorkspace, config.WORKSPACE_EXPORTS_MAX_MEGABYTES],
    ['of all workspaces', ofAll, config.EXPORTS_MAX_MEGABYTES],
  ] as const)
    if (bytes >= max * megabyte)
      throw conflict(`exports ${of} have reached their limit of ${max} MB; ${await adviceFor(ctx, db)}`)
}

async function bytesOf(db: PostgresLike, workspaceId?: string): Promise<number> {
  const exports = db
    .selectFrom('exports')
    .innerJoin('brands', 'brands.id', 'exports.brand_id')
    .select((eb) => eb.fn.sum<string | null>('bytes').as('bytes'))
  const those = workspaceId === undefined ? exports : exports.where('workspace_id', '=', workspaceId)
  const { bytes } = await those.executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** What the caller can do, by the exports that they can access. */
async function adviceFor({ workspace, actor }: BrandContext, db: PostgresLike): Promise<string> {
  const reach = accessibleBrands(actor)
  const written = db
    .selectFrom('exports')
    .innerJoin('brands', 'brands.id', 'exports.brand_id')
    .selectAll('exports')
    .where('workspace_id', '=', workspace.id)
    .where('state', '=', 'completed')
    .orderBy('bytes', 'desc')
    .limit(1)
  const largest = await (reach === 'all' ? written : written.where('brand_id', 'in', reach)).executeTakeFirst()
  if (largest === undefined) return 'export a shorter period or wait until some expire'
  const size = Math.ceil(Number(largest.bytes) / megabyte)
  return `delete the largest export, ${largest.id} of brand ${largest.brand_id} (${fileName(largest)}, ${size} MB), or wait until some expire`
}
