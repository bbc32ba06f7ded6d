import type { Transaction } from '../../stores/postgres.ts'

/** Distinguishable colors of the console (`--entity-1` and up), without the brand's own. */
export const colorSlots = 12

/** The least used color slot of the brand, lowest first. The caller holds the lock on the brand's row. */
export async function freeColor(transaction: Transaction, brandId: string): Promise<number> {
  const used = await transaction
    .selectFrom('competitors')
    .select(({ fn }) => ['color', fn.countAll<string>().as('uses')])
    .where('brand_id', '=', brandId)
    .groupBy('color')
    .execute()
  const uses = new Map(used.map((row) => [row.color, Number(row.uses)]))
  const slots = Array.from({ length: colorSlots }, (_, index) => index + 1)
  return slots.reduce((best, slot) => ((uses.get(slot) ?? 0) < (uses.get(best) ?? 0) ? slot : best))
}
