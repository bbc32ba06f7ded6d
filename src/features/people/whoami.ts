import { z } from 'zod'
import { lacksSecondFactor } from '../../kernel/admission.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineOperation, forPerson } from '../../kernel/operation.ts'
import { accountVersion } from './account.ts'
import { loadMembership } from './membership.ts'
import { roleField } from './person.ts'
import { hasSecondFactor } from './second-factor.ts'

export const whoami = defineOperation({
  name: 'whoami',
  summary: 'Show the signed-in person and their workspaces',
  ...forPerson,
  console: { method: 'GET', path: '/console/api/whoami' },
  shows: accountVersion,
  fields: {},
  data: z.object({
    id: z.uuid(),
    email: z.string(),
    name: z.string(),
    has_password: z.boolean(),
    has_second_factor: z.boolean(),
    has_single_sign_on: z.boolean().describe('Whether the account is linked to single sign-on.'),
    session: z.object({ id: z.uuid(), expires_at: utcTimestamp }),
    workspaces: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        role: roleField,
        brand_ids: z.array(z.uuid()).nullable().describe('Null for all brands.'),
        needs_second_factor: z.boolean().describe('Whether the workspace opens only after you set up a second factor.'),
      }),
    ),
  }),
  async run({ ctx: { services, actor } }) {
    const { db } = services
    const person = await db.selectFrom('people').selectAll().where('id', '=', actor.id).executeTakeFirstOrThrow()
    const session = await db
      .selectFrom('sessions')
      .select(['expires_at', 'passkey_id'])
      .where('id', '=', actor.sessionId)
      .executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('memberships')
      .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
      .select('workspaces.id')
      .where('person_id', '=', actor.id)
      .orderBy('workspaces.name')
      .orderBy('workspaces.id')
      .execute()
    const byPasskey = session.passkey_id !== null
    const memberships = await Promise.all(rows.map(({ id }) => loadMembership(db, actor.id, id, byPasskey)))
    return {
      data: {
        id: person.id,
        email: person.email,
        name: person.name,
        has_password: person.password_hash !== null,
        has_second_factor: hasSecondFactor(person),
        has_single_sign_on: person.subject !== null,
        session: { id: actor.sessionId, expires_at: session.expires_at.toISOString() },
        workspaces: memberships.flatMap((one) =>
          one === undefined
            ? []
            : [
                {
                  id: one.workspace.id,
                  name: one.workspace.name,
                  role: one.role,
                  brand_ids: one.brands === 'all' ? null : [...one.brands],
                  needs_second_factor: lacksSecondFactor(services.config, one),
                },
              ],
        ),
      },
    }
  },
})
