import { sql as postgres } from 'kysely'
import { z } from 'zod'
import { batchKinds } from '../../kernel/check-stored.ts'
import { defineChange } from '../../kernel/operation.ts'
import { deleteLostRows } from '../../kernel/stored-rows.ts'

export const acceptDataLoss = defineChange({
  name: 'accept-data-loss',
  summary: 'Accept lost data for a brand and show its remaining data again',
  description: 'check-data lists the lost data.',
  on: 'brand',
  access: 'operator',
  role: 'none',
  fields: {},
  data: z.object({
    accepted: z.array(z.object({ table: z.string(), rows: z.int().describe('Number of lost rows.') })),
  }),
  async change({ ctx: { services, brand }, transaction }) {
    const lost = await transaction
      .selectFrom('lost_rows')
      .select(['table_name as table', postgres<number>`sum(rows)::bigint`.as('rows')])
      .where('brand_id', '=', brand.id)
      .groupBy('table_name')
      .orderBy('table_name')
      .execute()
    for (const { counted } of batchKinds(services)) await deleteLostRows(transaction, brand.id, counted.table)
    return {
      data: { accepted: lost },
      audit: lost.length === 0 ? undefined : { before: { lost }, after: null },
    }
  },
})
