import { z } from 'zod'
import { changeBrand } from '../../core/brand-change.ts'
import { notFound } from '../../core/errors.ts'
import { uuid } from '../../core/fields.ts'
import { defineOperation } from '../../core/operation.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import { competitorFields, competitorSchema, domainOf, showCompetitor } from './competitor.ts'
import { freeDomain } from './free-domain.ts'

export const updateCompetitor = defineOperation({
  name: 'update-competitor',
  summary: 'Change a competitor; what is not given stays',
  description:
    'A change of names, or switching it on or off, reads the stored answers again in the background.',
  on: 'brand',
  access: 'operator',
  fields: {
    competitor_id: uuid,
    ...z.object({ ...competitorFields, is_active: z.boolean() }).partial().shape,
  },
  data: competitorSchema,
  async run({ ctx: { services, brand }, input }) {
    const { competitor_id: id, ...columns } = input
    const domain = input.primary_url === undefined ? undefined : domainOf(input.primary_url)
    const changed = await changeBrand(services, brand.id, async (transaction) => {
      const free = domain === undefined ? {} : { domain: await freeDomain(transaction, brand.id, domain, id) }
      const row = await transaction
        .updateTable('competitors')
        .set({ ...columns, ...free, updated_at: services.now() })
        .where('id', '=', id)
        .where('brand_id', '=', brand.id)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) throw notFound('competitor')
      await refreshReadingConfig(services, transaction, brand.id)
      return row
    })
    return { data: showCompetitor(changed) }
  },
})
