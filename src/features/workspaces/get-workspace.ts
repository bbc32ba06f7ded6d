import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { versionedBy } from '../../kernel/versions.ts'

/** What its people see of a workspace, and its owners change. */
export const namedWorkspace = z.object({ id: z.uuid(), name: z.string() })

export const workspaceVersion = versionedBy('workspace', ['id', 'name'])

export const getWorkspace = defineOperation({
  name: 'get-workspace',
  summary: 'What a workspace is called',
  on: 'workspace',
  access: 'operator',
  role: 'viewer',
  shows: workspaceVersion,
  fields: {},
  data: namedWorkspace,
  run: async ({ ctx: { workspace } }) => ({ data: { id: workspace.id, name: workspace.name } }),
})
