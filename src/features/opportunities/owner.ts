import { sql } from 'kysely'
import { type Actor, personOf } from '../../kernel/actor.ts'
import { record } from '../../kernel/change.ts'
import type { Context } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'

/** Whether a row of `memberships` gives access to a row of `brands`. */
const givesAccess = sql<boolean>`memberships.workspace_id = brands.workspace_id and (all_brands or exists (
  select from membership_brands as chosen where chosen.workspace_id = memberships.workspace_id
    and chosen.person_id = memberships.person_id and chosen.brand_id = brands.id))`

/**
 * Checks that members can own opportunities of the brand. In a transaction, keeps their memberships until it ends. A
 * membership that is being changed counts as missing: waiting for it could end in a deadlock.
 * @throws ApiError invalid_request
 */
export async function checkOwners(db: PostgresLike, brandId: string, ids: readonly string[]): Promise<void> {
  const members = db.selectFrom(['memberships', 'brands']).select('person_id').where(givesAccess)
  const own = members.where('brands.id', '=', brandId).where('person_id', 'in', ids)
  const found = await (db.isTransaction ? own.forShare('memberships').skipLocked() : own).execute()
  const unknown = ids.find((id) => !found.some(({ person_id }) => person_id === id))
  if (unknown !== undefined)
    throw invalidRequest(`owner_id: no member with access to the brand has the id ${unknown}; use list-people`)
}

/**
 * Finds a member with access to the brand by name, or the calling person for `me`. Case does not matter.
 * @throws ApiError invalid_request
 */
export async function findOwner(db: PostgresLike, brandId: string, name: string, actor: Actor): Promise<string> {
  if (name === 'me') {
    const person = personOf(actor)
    if (person === null) throw invalidRequest('owner: keys and the operator cannot own opportunities; set a name')
    return person
  }
  const own = sql<boolean>`brands.id = ${brandId} and people.id = person_id and lower(people.name) = lower(${name})`
  const members = db.selectFrom(['memberships', 'brands', 'people']).select('person_id').where(givesAccess)
  const [found, second] = await members.where(own).execute()
  if (found === undefined) throw invalidRequest('owner: no member with access to the brand has this name')
  if (second !== undefined) throw invalidRequest('owner: several members have this name; set owner_id')
  return found.person_id
}

/** Takes opportunities from a person who lost access to their brands, and records it. */
export async function takeFromOwner(ctx: Context, transaction: PostgresLike, owner_id: string): Promise<void> {
  const reach = transaction.selectFrom(['memberships', 'brands']).select('brands.id').where(givesAccess)
  const lost = await transaction
    .selectFrom('opportunities')
    .innerJoin('brands', 'brands.id', 'brand_id')
    .select(['brand_id as brandId', 'workspace_id as workspaceId'])
    .distinct()
    .where('owner_id', '=', owner_id)
    .where('brand_id', 'not in', reach.where('person_id', '=', owner_id))
    .orderBy('brand_id')
    .execute()
  for (const of of lost) {
    // Lock the brand first, as changes of its opportunities do; a different order would deadlock.
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', of.brandId).execute()
    const own = transaction.updateTable('opportunities').set({ owner_id: null, updated_at: ctx.services.now() })
    const taken = own.where('owner_id', '=', owner_id).where('brand_id', '=', of.brandId).returning('id')
    for (const { id } of await taken.execute()) {
      const changed = { before: { id, owner_id }, after: { id, owner_id: null }, ...of }
      await record(transaction, 'update-opportunity', ctx, changed)
    }
  }
}
