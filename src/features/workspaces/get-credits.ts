import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'

export const getCredits = defineOperation({
  name: 'get-credits',
  summary: 'The workspace’s credit balance',
  description: 'Only starting a technical audit takes credits; requests do not.',
  on: 'brand',
  access: 'read:basic',
  role: 'viewer',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/credits', limit: 'read' },
  fields: {},
  // The workspace's, and no data of the brand.
  entityTag: 'content',
  data: z.object({ balance: z.int().describe('Credits left') }),
  async run({ ctx: { services, workspace } }) {
    // Read anew: the workspace that came with the key may be some moments old.
    const workspaces = services.db.selectFrom('workspaces').select('credits').where('id', '=', workspace.id)
    const { credits } = await workspaces.executeTakeFirstOrThrow(() => notFound('workspace'))
    return { data: { balance: credits } }
  },
})
