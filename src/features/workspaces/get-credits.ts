import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'

export const getCredits = defineOperation({
  name: 'get-credits',
  summary: 'Show the credit balance of the workspace',
  description: 'Only technical audits cost credits; API requests do not.',
  on: 'brand',
  access: 'read:basic',
  role: 'viewer',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/credits', limit: 'read' },
  fields: {},
  // Belongs to the workspace, not to the brand's data version.
  entityTag: 'content',
  data: z.object({ balance: z.int().describe('Remaining credits.') }),
  async run({ ctx: { services, workspace } }) {
    // Not from the context, as the workspace of a cached key can be outdated.
    const workspaces = services.db.selectFrom('workspaces').select('credits').where('id', '=', workspace.id)
    const { credits } = await workspaces.executeTakeFirstOrThrow(() => notFound('workspace'))
    return { data: { balance: credits } }
  },
})
