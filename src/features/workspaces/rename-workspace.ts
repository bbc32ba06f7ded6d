import { defineChange, forOwners } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { namedWorkspace, workspaceVersion } from './get-workspace.ts'
import { workspaceFields } from './workspace.ts'

export const renameWorkspace = defineChange({
  ...forOwners,
  name: 'rename-workspace',
  summary: 'Rename a workspace',
  changes: workspaceVersion,
  fields: { name: workspaceFields.name },
  data: namedWorkspace,
  async change({ ctx: { services, workspace }, input: { name }, transaction }) {
    const ofThis = transaction
      .selectFrom('workspaces')
      .select(['id', 'name', 'second_factor_required'])
      .where('id', '=', workspace.id)
    const before = await ofThis.forNoKeyUpdate().executeTakeFirstOrThrow(() => notFound('workspace'))
    await transaction
      .updateTable('workspaces')
      .set({ name, updated_at: services.now() })
      .where('id', '=', workspace.id)
      .execute()
    const after = { ...before, name }
    return { data: after, audit: { before, after } }
  },
})
