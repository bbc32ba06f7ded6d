import { accessibleBrands } from '../../kernel/actor.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { conflict } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { fileName } from './export.ts'

const megabyte = 1_000_000

/** @throws ApiError conflict where exports take as much as they may, of the workspace or of all */
export async function checkSize(ctx: BrandContext, db: PostgresLike): Promise<void> {
  const { config } = ctx.services
  const ofAll = await bytesOf(db)
  const ofWorkspace = await bytesOf(db, ctx.workspace.id)
  for (const [of, bytes, max] of [
    ['of the workspace', ofWorkspace, config.WORKSPACE_EXPORTS_MAX_MEGABYTES],
    ['of all workspaces', ofAll, config.EXPORTS_MAX_MEGABYTES],
  ] as const)
    if (bytes >= max * megabyte)
      throw conflict(
        `there is no room: exports ${of} take ${max} MB, the most that they may. ${await wayOut(ctx, db)}`,
      )
}

/** What exports take together. */
async function bytesOf(db: PostgresLike, workspaceId?: string): Promise<number> {
  const exports = db
    .selectFrom('exports')
    .innerJoin('brands', 'brands.id', 'exports.brand_id')
    .select((eb) => eb.fn.sum<string | null>('bytes').as('bytes'))
  const those = workspaceId === undefined ? exports : exports.where('workspace_id', '=', workspaceId)
  const { bytes } = await those.executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** What whoever asks can do about it, by the exports that they may see. */
async function wayOut({ workspace, actor }: BrandContext, db: PostgresLike): Promise<string> {
  const reach = accessibleBrands(actor)
  const written = db
    .selectFrom('exports')
    .innerJoin('brands', 'brands.id', 'exports.brand_id')
    .selectAll('exports')
    .where('workspace_id', '=', workspace.id)
    .where('state', '=', 'completed')
    .orderBy('bytes', 'desc')
    .limit(1)
  const largest = await (reach === 'all'
    ? written
    : written.where('brand_id', 'in', reach)
  ).executeTakeFirst()
  if (largest === undefined) return 'Export a shorter period, or come again when some have expired'
  const size = Math.ceil(Number(largest.bytes) / megabyte)
  return `Delete export ${largest.id} of brand ${largest.brand_id} (${fileName(largest)}, ${size} MB), the largest, or wait until some expire`
}
