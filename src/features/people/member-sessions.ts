import { sql } from 'kysely'
import { z } from 'zod'
import { utcTimestamp, uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forAdmins } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { notFound } from '../../lib/errors.ts'
import { assertMayGrantRole } from './invitations.ts'
import { lockMembers } from './membership.ts'
import { emailText, findMember } from './person.ts'
import { endSessions, idleCutoff } from './sessions.ts'

/*
 * A session belongs to an account, which can join several workspaces. Admins see only sessions that opened
 * their workspace, with the last use there, and nothing from other workspaces.
 */

export const listMemberSessions = defineOperation({
  name: 'list-member-sessions',
  summary: 'List the sessions of members that have opened the workspace, newest first',
  ...forAdmins,
  fields: { email: emailText.optional().describe('Filter by member.') },
  list: storedRows(null),
  data: z.array(
    z.object({
      id: z.uuid(),
      person_id: z.uuid(),
      email: z.string(),
      name: z.string(),
      is_current: z.boolean().describe('Whether it is the session of this request.'),
      address: z.string().describe('IP address at sign-in.'),
      user_agent: z.string().nullable().describe('Browser at sign-in.'),
      created_at: utcTimestamp.describe('Time of the sign-in.'),
      last_used_at: utcTimestamp.describe('Last use in this workspace, up to a minute early.'),
    }),
  ),
  async run({ ctx: { services, actor, workspace }, input, page }) {
    const member = input.email === undefined ? undefined : await findMember(services.db, workspace.id, input.email)
    let sessions = services.db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.person_id')
      .innerJoin('memberships', 'memberships.person_id', 'sessions.person_id')
      .select(['sessions.id', 'sessions.person_id', 'email', 'name', 'address', 'user_agent'])
      .select(['sessions.created_at', sql<Date>`(used_in ->> ${workspace.id})::timestamptz`.as('last_used_at')])
      .where('workspace_id', '=', workspace.id)
      .where(sql<boolean>`jsonb_exists(used_in, ${workspace.id})`)
      .where('expires_at', '>', services.now())
      .where('last_used_at', '>', idleCutoff(services))
    if (member !== undefined) sessions = sessions.where('sessions.person_id', '=', member.id)
    const { rows, next } = await newestFirst(
      services.db.selectFrom(sessions.as('sessions')).selectAll(),
      'sessions',
      page,
    )
    const data = rows.map((row) => ({
      ...row,
      is_current: actor.kind === 'person' && actor.sessionId === row.id,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    }))
    return { data, next }
  },
})

export const endMemberSessions = defineChange({
  name: 'end-member-sessions',
  summary: 'End one or all sessions of a member; they can sign in again',
  description:
    'Ends all sessions of the account, including those that have not opened this workspace, because each of them could. Only an owner can end sessions of an owner. Your current session stays.',
  ...forAdmins,
  fields: {
    email: emailText,
    session_id: uuid.optional().describe('The session to end. Omit to end all sessions of the member.'),
  },
  data: z.object({ person_id: z.uuid() }),
  async change({ ctx, input: { email, session_id }, transaction }) {
    const { workspace } = ctx
    const actor = await lockMembers(transaction, ctx, 'admin')
    const { id: person_id, role } = await findMember(transaction, workspace.id, email)
    assertMayGrantRole(actor, role)
    if (session_id === undefined) {
      const isOneself = actor.kind === 'person' && actor.id === person_id
      await endSessions(transaction, person_id, isOneself ? actor.sessionId : undefined)
    } else {
      const { numDeletedRows } = await transaction
        .deleteFrom('sessions')
        .where('id', '=', session_id)
        .where('person_id', '=', person_id)
        .where(sql<boolean>`jsonb_exists(used_in, ${workspace.id})`)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound('session')
    }
    const before = { person_id, ...(session_id === undefined ? {} : { session_id }) }
    return { data: { person_id }, audit: { before, after: null } }
  },
})
