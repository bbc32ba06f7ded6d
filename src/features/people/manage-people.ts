import { z } from 'zod'
import { accessibleBrands } from '../../kernel/actor.ts'
import { enteredSecret, utcTimestamp } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forAdmins, forMembers, forOperator } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { includesRole } from '../../kernel/roles.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { ApiError, notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { assertMayGrantRole, memberFields } from './invitations.ts'
import { loadMembership, lockMembers, loseAccess, removeMembership, setMembership } from './membership.ts'
import { hashNewPassword } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { emailText, findMember, findPerson, insertPerson, personName, roleField } from './person.ts'

const memberSchema = z.object({
  id: z.uuid(),
  role: roleField,
  brand_ids: z.array(z.uuid()).nullable().describe('Null for all brands.'),
})

export const memberVersion = defineVersioned('member', fieldsExcept(memberSchema))

type Member = z.input<typeof memberSchema>

/** A member as audit records name it: by person_id. */
const recorded = ({ id, ...member }: Member) => ({ person_id: id, ...member })

/** Loads a membership. @throws ApiError not_found */
async function readMember(db: PostgresLike, workspaceId: string, id: string): Promise<Member> {
  const member = await loadMembership(db, id, workspaceId)
  if (member === undefined) throw notFound('member')
  return { id, role: member.role, brand_ids: member.brands === 'all' ? null : [...member.brands] }
}

export const createPerson = defineChange({
  name: 'create-person',
  summary: 'Create an account for a new member of a workspace, without an invitation',
  description: 'Without a password, the member signs in with a link (create-sign-in-link) or single sign-on.',
  on: 'workspace',
  access: 'operator',
  role: 'none',
  fields: {
    email: emailText,
    name: personName,
    ...memberFields,
    password: enteredSecret(1000).optional().describe('At least 10 characters.'),
  },
  data: memberSchema,
  async prefetch({ ctx: { services }, input: { password } }) {
    if (password === undefined) return null
    checkPasswordsCount(services.config)
    return hashNewPassword(password)
  },
  async change({ ctx, input, transaction, prefetched: passwordHash }) {
    const id = await insertPerson(transaction, { ...input, passwordHash }, ctx.services.now())
    const { role, brand_ids: brandIds } = input
    const member = { workspaceId: ctx.workspace.id, personId: id, role, brandIds }
    await setMembership(ctx, transaction, member)
    await transaction.deleteFrom('one_time_links').where('kind', '=', 'set-up').execute()
    const data = { id, role, brand_ids: brandIds ?? null }
    return { data, audit: { before: null, after: recorded(data) } }
  },
})

export const listPeople = defineOperation({
  ...forMembers,
  name: 'list-people',
  summary: 'List the members of a workspace',
  shows: memberVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(
    z.object({
      ...memberSchema.shape,
      brand_ids: memberSchema.shape.brand_ids.describe(
        'Brands that both the member and the caller can access. Null if the member can access all.',
      ),
      email: z.string(),
      name: z.string(),
      has_second_factor: z.boolean(),
      created_at: utcTimestamp.describe('Time the member joined.'),
      last_signed_in_at: utcTimestamp.nullable(),
    }),
  ),
  async run({ ctx: { services, actor, workspace }, page }) {
    const members = services.db
      .selectFrom('memberships')
      .innerJoin('people', 'people.id', 'memberships.person_id')
      .select(['people.id', 'email', 'name', 'totp_confirmed_at', 'last_signed_in_at', 'memberships.created_at'])
      .where('workspace_id', '=', workspace.id)
    const { rows, next } = await newestFirst(services.db.selectFrom(members.as('members')).selectAll(), 'members', page)
    const reach = accessibleBrands(actor)
    // Hides the ids of brands that the caller cannot access.
    const shown = (ids: string[] | null) => (reach === 'all' ? ids : (ids?.filter((id) => reach.includes(id)) ?? null))
    const data = await Promise.all(
      rows.map(async ({ totp_confirmed_at, ...row }) => {
        const { role, brand_ids } = await readMember(services.db, workspace.id, row.id)
        return {
          ...row,
          role,
          brand_ids: shown(brand_ids),
          has_second_factor: totp_confirmed_at !== null,
          created_at: row.created_at.toISOString(),
          last_signed_in_at: row.last_signed_in_at?.toISOString() ?? null,
        }
      }),
    )
    return { data, next }
  },
})

export const updatePerson = defineChange({
  name: 'update-person',
  summary: 'Update the role or brands of a member',
  ...forAdmins,
  changes: memberVersion,
  fields: {
    email: emailText,
    role: memberFields.role.optional(),
    brand_ids: memberFields.brand_ids,
    all_brands: z.literal(true).optional().describe('Gives access to all brands.'),
  },
  data: memberSchema,
  async change({ ctx, input, transaction }) {
    const { workspace } = ctx
    const actor = await lockMembers(transaction, ctx, 'admin')
    const { id } = await findMember(transaction, workspace.id, input.email)
    const former = await readMember(transaction, workspace.id, id)
    const role = input.role ?? former.role
    assertMayGrantRole(actor, former.role, role)
    const isLifted = input.all_brands === true || (input.brand_ids === undefined && includesRole(role, 'admin'))
    const brandIds = input.brand_ids ?? (isLifted ? undefined : (former.brand_ids ?? undefined))
    await setMembership(ctx, transaction, { workspaceId: workspace.id, personId: id, role, brandIds })
    await transaction.deleteFrom('sessions').where('person_id', '=', id).execute()
    const data = await readMember(transaction, workspace.id, id)
    return { data, former, audit: { before: recorded(former), after: recorded(data) } }
  },
})

export const removePerson = defineChange({
  ...forMembers,
  name: 'remove-person',
  summary: 'Remove a member from a workspace; keeps their account',
  description: 'Members can remove themselves, except the last owner.',
  changes: memberVersion,
  fields: { email: emailText },
  data: z.object({ id: z.uuid() }),
  async change({ ctx, input, transaction }) {
    const { workspace } = ctx
    const actor = await lockMembers(transaction, ctx, 'viewer')
    const { id, role } = await findMember(transaction, workspace.id, input.email)
    const isOneself = actor.kind === 'person' && actor.id === id
    if (!isOneself) {
      const own = actor.kind === 'person' ? actor.membership?.role : undefined
      if (actor.kind !== 'operator' && (own === undefined || !includesRole(own, 'admin')))
        throw new ApiError('insufficient_scope', 'this needs the role admin')
      assertMayGrantRole(actor, role)
    }
    const former = await readMember(transaction, workspace.id, id)
    await removeMembership(ctx, transaction, workspace.id, id)
    return { data: { id }, former, audit: { before: recorded(former), after: null } }
  },
})

export const deletePerson = defineChange({
  ...forOperator,
  name: 'delete-person',
  summary: 'Erase a person: their account, sessions and memberships',
  description: 'The activity log keeps their actions without a name. Backups keep their data until you delete them.',
  fields: { email: emailText },
  data: z.object({ id: z.uuid() }),
  async change({ ctx, input, transaction }) {
    const person = await findPerson(transaction, input.email)
    if (person === undefined) throw notFound('person')
    await transaction.deleteFrom('memberships').where('person_id', '=', person.id).execute()
    await loseAccess(ctx, transaction, person.id)
    await transaction.deleteFrom('people').where('id', '=', person.id).execute()
    for (const feature of ctx.services.features) await feature.erasePerson?.(transaction, person.email_key)
    await transaction
      .deleteFrom('one_time_links')
      .where((eb) => eb(eb.fn('lower', ['email']), '=', person.email_key))
      .execute()
    const audit = { before: { person_id: person.id }, after: null, workspaceId: null }
    return { data: { id: person.id }, audit }
  },
})
