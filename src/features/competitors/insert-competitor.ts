import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Brand, Services } from '../../kernel/context.ts'
import { conflict } from '../../lib/errors.ts'
import type { Tables, Transaction } from '../../stores/postgres.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import type { Competitor } from './competitor.ts'
import { freeColor } from './free-color.ts'
import { unclaimedDomain } from './free-domain.ts'

/** Entity numbers are 16-bit integers within a brand. */
const maxEntities = 65_535

type Given = 'id' | 'brand_id' | 'number' | 'match_mode' | 'color' | 'created_at' | 'updated_at'

/**
 * Adds a competitor and rereads the brand's answers for it. The caller holds the lock on the brand's row.
 * @param fields with the domain to set, if available
 * @throws ApiError conflict if the brand has the maximum number of competitors
 */
export async function insertCompetitor(
  services: Services,
  transaction: Transaction,
  brand: Brand,
  fields: Omit<Insertable<Tables['competitors']>, Given>,
): Promise<Competitor> {
  const at = services.now()
  const { last_entity } = await transaction
    .updateTable('brands')
    .set({ last_entity: sql`least(last_entity + 1, ${maxEntities})` })
    .where('id', '=', brand.id)
    .returning('last_entity')
    .executeTakeFirstOrThrow()
  if (last_entity === maxEntities) throw conflict(`a brand has at most ${maxEntities - 2} competitors`)
  const { domain = null } = fields
  const row = {
    ...fields,
    id: randomUUID(),
    brand_id: brand.id,
    number: last_entity,
    domain: domain === null ? null : await unclaimedDomain(transaction, brand.id, domain),
    match_mode: 'apex',
    color: await freeColor(transaction, brand.id),
    created_at: at,
    updated_at: at,
  }
  const competitor = await transaction.insertInto('competitors').values(row).returningAll().executeTakeFirstOrThrow()
  await refreshReadingConfig(services, transaction, brand.id)
  return competitor
}
