import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'

export const getCredits = defineOperation({
  name: 'get-credits',
  summary: 'Show the credit balance of the workspace',
  description: 'Only technical audits cost credits; API requests do not.',
  ...brandRead('read:basic', '/credits'),
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
