import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, personOf } from '../../kernel/actor.ts'
import { utcTimestamp, uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forAdmins } from '../../kernel/operation.ts'
import { checkOwnBrands } from '../../kernel/own-brands.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import type { Role } from '../../kernel/roles.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { ApiError, conflict, notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { createLink, linkSchema } from './links.ts'
import { sendInvitation } from './mail.ts'
import { checkLimits, lockMembers } from './membership.ts'
import { emailText, isMember, roleField } from './person.ts'

/** Only owners and the operator grant or revoke the owner role. @throws ApiError insufficient_scope */
export function assertMayGrantRole(actor: Actor, ...concerned: Role[]): void {
  const isOwner = actor.kind === 'person' && actor.membership?.role === 'owner'
  if (concerned.includes('owner') && !isOwner && actor.kind !== 'operator')
    throw new ApiError('insufficient_scope', 'this needs the role owner')
}

export const memberFields = {
  role: roleField.describe('Role of the member; docs/people.md lists the permissions.'),
  brand_ids: z
    .array(uuid)
    .min(1)
    .optional()
    .describe('Brands that an editor or viewer can access. Omit for all brands, including future ones.'),
}

const invitationVersion = defineVersioned('invitation', ['id', 'role', 'brand_ids'])

export const createInvitation = defineChange({
  name: 'create-invitation',
  summary: 'Invite a member to a workspace; shows the link only once, and mails it if SMTP_URL is set',
  ...forAdmins,
  secretData: ['url'],
  fields: { email: emailText, ...memberFields },
  data: z.object({ id: z.uuid(), ...linkSchema.shape }),
  async change({ ctx, input, transaction }) {
    const { services, workspace } = ctx
    const { email, role, brand_ids } = input
    const actor = await lockMembers(transaction, ctx, 'admin')
    assertMayGrantRole(actor, role)
    checkLimits(role, brand_ids)
    await checkOwnBrands(transaction, workspace.id, brand_ids ?? [])
    if (await isMember(transaction, workspace.id, email))
      throw conflict('email: already a member; use update-person to change the role')
    const link = await createLink(services, transaction, 'invitation', {
      email,
      workspace_id: workspace.id,
      role,
      brand_ids: brand_ids ?? null,
      created_by: personOf(actor),
    })
    await sendInvitation(services, transaction, { to: email, workspace: workspace.name, ...link })
    const after = { id: link.id, role, brand_ids: brand_ids ?? null }
    return { data: link, audit: { before: null, after } }
  },
})

const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: roleField,
  brand_ids: z.array(z.uuid()).nullable().describe('Null for all brands.'),
  created_by: z.uuid().nullable().describe('The inviting member. Null if the operator invited.'),
  created_at: utcTimestamp,
  expires_at: utcTimestamp,
})

export const listInvitations = defineOperation({
  name: 'list-invitations',
  summary: 'List pending invitations, newest first',
  ...forAdmins,
  shows: invitationVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(invitationSchema),
  async run({ ctx: { services, workspace }, page }) {
    const links = services.db
      .selectFrom('one_time_links')
      .select(['id', 'email', 'role', 'brand_ids', 'created_by', 'created_at', 'expires_at'])
      .where('workspace_id', '=', workspace.id)
      .where('kind', '=', 'invitation')
      .where('expires_at', '>', services.now())
    const { rows, next } = await newestFirst(links, 'one_time_links', page)
    const shown = (row: (typeof rows)[number]) =>
      showRow(invitationSchema, { ...row, email: row.email as string, role: row.role as Role })
    return { data: rows.map(shown), next }
  },
})

export const revokeInvitation = defineChange({
  name: 'revoke-invitation',
  summary: 'Revoke an invitation',
  ...forAdmins,
  changes: invitationVersion,
  fields: { invitation_id: uuid },
  data: z.object({ id: z.uuid() }),
  async change({ ctx: { workspace }, input, transaction }) {
    const before = await transaction
      .deleteFrom('one_time_links')
      .where('id', '=', input.invitation_id)
      .where('workspace_id', '=', workspace.id)
      .where('kind', '=', 'invitation')
      .returning(['id', 'role', 'brand_ids'])
      .executeTakeFirstOrThrow(() => notFound('invitation'))
    return { data: { id: before.id }, audit: { before, after: null } }
  },
})

/** Removes an erased brand from invitations. Revokes those left without brands, which would allow all. */
export async function forgetInvitedBrand(transaction: PostgresLike, brandId: string): Promise<void> {
  const ofBrand = sql<boolean>`brand_ids @> array[${brandId}::uuid]`
  await transaction
    .updateTable('one_time_links')
    .set({ brand_ids: sql<string[]>`array_remove(brand_ids, ${brandId}::uuid)` })
    .where(ofBrand)
    .execute()
  await transaction.deleteFrom('one_time_links').where(sql<boolean>`brand_ids = '{}'`).execute()
}
