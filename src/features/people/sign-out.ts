import { z } from 'zod'
import { record } from '../../kernel/change.ts'
import { defineOperation, forPerson } from '../../kernel/operation.ts'

export const signOut = defineOperation({
  name: 'sign-out',
  summary: 'Sign out',
  ...forPerson,
  console: { method: 'POST', path: '/console/api/sign-out' },
  fields: {},
  data: z.object({ ended: z.literal(true) }),
  async run({ ctx }) {
    const { services, actor } = ctx
    await services.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('sessions').where('id', '=', actor.sessionId).execute()
      await record(transaction, 'sign-out', ctx, { before: null, after: null, workspaceId: null })
    })
    return { data: { ended: true as const }, session: null }
  },
})
