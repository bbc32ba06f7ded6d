import { z } from 'zod'
import { defineOperation, forMembers } from '../../kernel/operation.ts'
import { defineVersioned } from '../../kernel/versions.ts'

/** The fields that members see and owners can change. */
export const namedWorkspace = z.object({
  id: z.uuid(),
  name: z.string(),
  second_factor_required: z.boolean().describe('Whether members need a second factor.'),
})

export const workspaceVersion = defineVersioned('workspace', ['id', 'name'])

export const getWorkspace = defineOperation({
  ...forMembers,
  name: 'get-workspace',
  summary: 'Show the name of a workspace',
  shows: workspaceVersion,
  fields: {},
  data: namedWorkspace,
  async run({ ctx: { workspace } }) {
    const { id, name, second_factor_required } = workspace
    return { data: { id, name, second_factor_required } }
  },
})
