import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import { record } from '../../kernel/change.ts'
import type { BrandContext, Context } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'

const id = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

export const ownerFilter = z
  .string()
  .regex(new RegExp(`^(me|none|${id})$`), 'must be the id of a member, me or none')

/** Replaces `me` by the caller. @throws ApiError invalid_request */
export function ownersOf(owners: readonly string[], { actor }: Context): string[] {
  const me = personOf(actor)
  if (me === null && owners.includes('me'))
    throw invalidRequest('owner_id: me needs a signed-in person; use the id of a member')
  return owners.map((owner) => (owner === 'me' ? (me as string) : owner.toLowerCase()))
}

/** The brands that a person can access as a member. */
const brandsOf = (db: PostgresLike, personId: string) =>
  db
    .selectFrom('brands')
    .innerJoin('memberships as member', 'member.workspace_id', 'brands.workspace_id')
    .leftJoin('membership_brands as limit', (join) =>
      join
        .onRef('limit.workspace_id', '=', 'member.workspace_id')
        .onRef('limit.person_id', '=', 'member.person_id')
        .onRef('limit.brand_id', '=', 'brands.id'),
    )
    .select('brands.id')
    .where('member.person_id', '=', personId)
    .where((eb) => eb.or([eb('all_brands', '=', true), eb('limit.brand_id', 'is not', null)]))

/**
 * Checks that a person can own opportunities of the brand, and keeps their membership until the transaction ends. A
 * membership that is being changed counts as missing: waiting for it could end in a deadlock.
 * @throws ApiError invalid_request
 */
export async function checkOwner(
  transaction: PostgresLike,
  { brand }: BrandContext,
  owner: string,
): Promise<void> {
  const reach = brandsOf(transaction, owner).where('brands.id', '=', brand.id)
  const found = await reach.forShare('member').skipLocked().executeTakeFirst()
  if (found === undefined)
    throw invalidRequest('owner_id: no member with access to the brand has this id; use list-people')
}

/** Takes opportunities from a person who lost access to their brands, and records it for each brand. */
export async function takeFromOwner(ctx: Context, transaction: PostgresLike, owner: string): Promise<void> {
  const taken = await transaction
    .updateTable('opportunities')
    .set({ owner_id: null, updated_at: ctx.services.now() })
    .where('owner_id', '=', owner)
    .where('brand_id', 'not in', brandsOf(transaction, owner))
    .returning(['id', 'brand_id'])
    .execute()
  for (const brand of [...new Set(taken.map(({ brand_id }) => brand_id))].sort()) {
    const brands = transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand)
    const { workspace_id } = await brands.returning('workspace_id').executeTakeFirstOrThrow()
    const opportunity_ids = taken.flatMap((row) => (row.brand_id === brand ? [row.id] : []))
    await record(transaction, 'update-opportunity', ctx, {
      before: { owner_id: owner, opportunity_ids },
      after: { owner_id: null, opportunity_ids },
      workspaceId: workspace_id,
      brandId: brand,
    })
  }
}
