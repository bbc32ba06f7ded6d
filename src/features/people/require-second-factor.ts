import { z } from 'zod'
import { lacksSecondFactor } from '../../kernel/admission.ts'
import { defineChange, forOwners } from '../../kernel/operation.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { namedWorkspace } from '../workspaces/index.ts'
import { lockMembers } from './membership.ts'

export const requireSecondFactor = defineChange({
  ...forOwners,
  name: 'require-second-factor',
  summary: 'Require members of a workspace to have a second factor, or stop requiring it',
  description:
    'Members without one, and their connected apps, cannot access the workspace until they set one up. API keys are not affected. An owner who requires it must have one.',
  fields: { required: z.boolean().describe('Whether members need a second factor.') },
  data: namedWorkspace,
  async change({ ctx, input, transaction }) {
    const { services, workspace } = ctx
    const actor = await lockMembers(transaction, ctx, 'owner')
    const fields = ['id', 'name', 'second_factor_required'] as const
    const own = transaction.selectFrom('workspaces').select(fields).where('id', '=', workspace.id)
    const before = await own.executeTakeFirstOrThrow(() => notFound('workspace'))
    const after = { ...before, second_factor_required: input.required }
    const membership = actor.kind === 'person' ? actor.membership : undefined
    if (membership !== undefined) {
      const wanted = { ...membership, workspace: { ...membership.workspace, ...after } }
      if (lacksSecondFactor(services.config, wanted))
        throw conflict('required: your own account has no second factor; set one up first')
    }
    await transaction
      .updateTable('workspaces')
      .set({ second_factor_required: input.required, updated_at: services.now() })
      .where('id', '=', workspace.id)
      .execute()
    return { data: after, audit: { before, after } }
  },
})
