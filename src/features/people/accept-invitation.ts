import { z } from 'zod'
import { defineChange, forPerson } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { forVisitors } from './for-visitors.ts'
import { consumeOneTimeLink, findOneTimeLink, linkToken } from './links.ts'
import { setMembership } from './membership.ts'
import { hashNewPassword, passwordText } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { findPerson, insertPerson, personName, roleField } from './person.ts'
import { openSession } from './sessions.ts'

export const membershipFromInvitation = (
  { workspace_id, role, brand_ids }: Row<'one_time_links'>,
  personId: string,
) => ({
  workspaceId: workspace_id as string,
  personId,
  role: role as NonNullable<typeof role>,
  brandIds: brand_ids ?? undefined,
})

export const acceptInvitation = defineChange({
  name: 'accept-invitation',
  summary: 'Create an account with an invitation and join its workspace',
  ...forVisitors('accept-invitation'),
  fields: { token: linkToken, name: personName, password: passwordText },
  data: z.object({ person_id: z.uuid(), workspace_id: z.uuid(), role: roleField }),
  async prefetch({ ctx: { services }, input: { token, password } }) {
    checkPasswordsCount(services.config, 'sign in with the invited email address to join')
    await findOneTimeLink(services, 'invitation', token)
    return hashNewPassword(password)
  },
  async change({ ctx, input, transaction, prefetched: passwordHash }) {
    const { services, actor } = ctx
    const now = services.now()
    const link = await consumeOneTimeLink(transaction, 'invitation', input.token, now)
    const email = link.email as string
    if ((await findPerson(transaction, email)) !== undefined)
      throw conflict('an account with this address already exists; sign in and open the invitation again')
    const personId = await insertPerson(transaction, { email, name: input.name, passwordHash }, now)
    const member = membershipFromInvitation(link, personId)
    await setMembership(ctx, transaction, member)
    const session = await openSession(services, transaction, personId, actor)
    const data = { person_id: personId, workspace_id: member.workspaceId, role: member.role }
    const after = { ...data, invitation_id: link.id }
    return { data, session, audit: { before: null, after, workspaceId: member.workspaceId, by: personId } }
  },
})

export const joinWorkspace = defineChange({
  name: 'join-workspace',
  summary: 'Join another workspace with an invitation to your email address',
  ...forPerson,
  fields: { token: linkToken },
  data: z.object({ workspace_id: z.uuid(), role: roleField }),
  async change({ ctx, input, transaction }) {
    const { services, actor } = ctx
    const link = await consumeOneTimeLink(transaction, 'invitation', input.token, services.now())
    const person = await findPerson(transaction, link.email as string)
    if (person?.id !== actor.id) throw conflict('the invitation is for another email address')
    const member = membershipFromInvitation(link, actor.id)
    await setMembership(ctx, transaction, member)
    const data = { workspace_id: member.workspaceId, role: member.role }
    const after = { person_id: actor.id, ...data, invitation_id: link.id }
    return { data, audit: { before: null, after, workspaceId: member.workspaceId } }
  },
})
