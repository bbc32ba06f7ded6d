import type { Transaction } from 'kysely'
import { z } from 'zod'
import { accessibleBrands } from '../../kernel/actor.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import type { Brand } from '../../kernel/tables.ts'
import { ApiError, conflict } from '../../lib/errors.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import {
  findProfile,
  profileColumns,
  profileFields,
  profileSchema,
  profileVersion,
  serializeProfile,
  setByPerson,
  writeNames,
} from './profile.ts'

export const updateProfile = defineChange({
  name: 'update-profile',
  summary: 'Update the brand’s profile; omitted fields stay unchanged, null clears',
  description:
    'Changing name or aliases rereads the stored answers in the background. A new name also renames the workspace to ' +
    'the name followed by “Workspace” if the brand is its only active one. Keys restricted to brands cannot change the name.',
  ...brandWrite('write:brand_profile', 'PATCH', '/profile', {
    body: Object.keys(profileFields),
    needsOne: true,
  }),
  changes: profileVersion,
  fields: profileFields,
  data: z.object({
    profile: profileSchema,
    workspace_renamed: z
      .boolean()
      .optional()
      .describe('Whether the workspace was renamed. Present only if the name changed.'),
  }),
  async change({ ctx: { services, actor, brand }, input, transaction }) {
    const at = services.now()
    const isRename = input.name !== undefined && input.name !== brand.name
    if (isRename && accessibleBrands(actor) !== 'all')
      throw new ApiError(
        'insufficient_scope',
        'name: a key restricted to brands cannot change it; send the other fields without name',
      )
    const stored = await findProfile(transaction, brand.id)
    if (stored === undefined) throw conflict('the brand has no profile yet; analyze the brand first')
    const named = await writeNames(services, transaction, brand, input)
    const changed = await transaction
      .updateTable('brand_profiles')
      .set({
        ...profileColumns(input),
        set_by: JSON.stringify({ ...stored.set_by, ...setByPerson(input) }),
        updated_at: at,
      })
      .where('brand_id', '=', brand.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const before = serializeProfile(brand, stored)
    const profile = serializeProfile(named, changed)
    if (!isRename) return { data: { profile }, audit: { before, after: profile } }
    const renamed = await renameWorkspace(transaction, named, at)
    return {
      data: { profile, workspace_renamed: renamed !== undefined },
      audit: {
        before: { ...before, ...(renamed && { workspace_name: renamed.from }) },
        after: { ...profile, ...(renamed && { workspace_name: renamed.to }) },
      },
    }
  },
})

/** Renames the workspace after its only active brand. Undefined if other brands are active. */
async function renameWorkspace(
  transaction: Transaction<Tables>,
  brand: Brand,
  at: Date,
): Promise<{ from: string; to: string } | undefined> {
  const workspaces = transaction.selectFrom('workspaces').select('name').where('id', '=', brand.workspace_id)
  const { name: from } = await workspaces.forNoKeyUpdate().executeTakeFirstOrThrow()
  const brands = transaction.selectFrom('brands').select('id').where('workspace_id', '=', brand.workspace_id)
  const active = await brands.where('is_active', '=', true).limit(2).execute()
  if (active.length !== 1 || active[0]?.id !== brand.id) return undefined
  const to = `${brand.name} Workspace`
  await transaction
    .updateTable('workspaces')
    .set({ name: to, updated_at: at })
    .where('id', '=', brand.workspace_id)
    .execute()
  return { from, to }
}
