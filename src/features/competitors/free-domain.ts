import type { Transaction } from '../../stores/postgres.ts'

/** The domain, or null if another competitor has it. The caller holds the lock on the brand's row. */
export async function unclaimedDomain(
  transaction: Transaction,
  brandId: string,
  domain: string,
  competitorId?: string,
): Promise<string | null> {
  const competitors = transaction.selectFrom('competitors').select('id').where('brand_id', '=', brandId)
  const claims = await competitors.where('domain', '=', domain).executeTakeFirst()
  return claims === undefined || claims.id === competitorId ? domain : null
}
