import { z } from 'zod'
import { nameText } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { insertWorkspace } from '../workspaces/index.ts'
import { forVisitors } from './for-visitors.ts'
import { consumeOneTimeLink, findOneTimeLink, hasNoAccounts, linkToken } from './links.ts'
import { setMembership } from './membership.ts'
import { hashNewPassword, passwordText } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { emailText, insertPerson, personName } from './person.ts'
import { openSession } from './sessions.ts'

export const setUp = defineChange({
  name: 'set-up',
  summary: 'Create the first owner with the setup link that the server prints at its first start',
  ...forVisitors('set-up'),
  fields: {
    token: linkToken,
    email: emailText,
    name: personName,
    password: passwordText.optional().describe('At least 10 characters. Omit if SSO_ONLY is set.'),
    workspace_name: nameText(200)
      .optional()
      .describe(
        'Name of the first workspace. Required if no workspace exists; the new account owns all existing ones.',
      ),
  },
  data: z.object({ person_id: z.uuid(), workspace_ids: z.array(z.uuid()) }),
  async prefetch({ ctx: { services }, input: { token, password } }) {
    if (password !== undefined) checkPasswordsCount(services.config, 'set up without one')
    await findOneTimeLink(services, 'set-up', token)
    if (password !== undefined) return hashNewPassword(password)
    if (services.config.SSO_ONLY) return null
    throw invalidRequest('password is required: at least 10 characters')
  },
  async change({ ctx, input, transaction, prefetched: passwordHash }) {
    const { services } = ctx
    const now = services.now()
    await consumeOneTimeLink(transaction, 'set-up', input.token, now)
    if (!(await hasNoAccounts(transaction)))
      throw conflict('setup is already complete; ask an owner for an invitation, or the operator')
    const personId = await insertPerson(transaction, { ...input, passwordHash }, now)
    const workspaceIds = await findOrMakeWorkspaces(transaction, input.workspace_name)
    for (const workspaceId of workspaceIds)
      await setMembership(ctx, transaction, { workspaceId, personId, role: 'owner', brandIds: undefined })
    const data = { person_id: personId, workspace_ids: workspaceIds }
    const session = await openSession(services, transaction, personId, ctx.actor)
    return { data, session, audit: { before: null, after: data, by: personId } }

    async function findOrMakeWorkspaces(db: PostgresLike, name: string | undefined): Promise<string[]> {
      const existing = await db.selectFrom('workspaces').select('id').orderBy('created_at').execute()
      if (existing.length > 0) return existing.map(({ id }) => id)
      if (name === undefined) throw invalidRequest('workspace_name is required: text from 1 to 200 characters')
      const { SETUP_API_WRITES, SETUP_BRAND_KNOWLEDGE, SETUP_CREDITS } = services.config
      const { id } = await insertWorkspace(
        transaction,
        {
          name,
          api_access: true,
          api_writes: SETUP_API_WRITES,
          brand_knowledge: SETUP_BRAND_KNOWLEDGE,
          credits: SETUP_CREDITS,
        },
        now,
      )
      return [id]
    }
  },
})
