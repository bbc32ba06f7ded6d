import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { changeBrand } from '../../core/brand-change.ts'
import { conflict } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import { competitorFields, competitorSchema, domainOf, showCompetitor } from './competitor.ts'
import { freeDomain } from './free-domain.ts'

/** Entities are 16-bit numbers within their brand. */
const mostEntities = 65_535

export const createCompetitor = defineOperation({
  name: 'create-competitor',
  summary: 'Add a competitor',
  description:
    'Listed at once; ranked in earlier answers when these have been read again, in the background.',
  on: 'brand',
  access: 'operator',
  fields: {
    name: competitorFields.name,
    primary_url: competitorFields.primary_url,
    aliases: competitorFields.aliases.default([]),
    relation: competitorFields.relation.default('direct_competitor'),
    match_case_sensitive: competitorFields.match_case_sensitive.default(false),
    match_require_domain: competitorFields.match_require_domain.default(false),
    is_active: z.boolean().default(true),
  },
  data: competitorSchema,
  async run({ ctx: { services, brand }, input }) {
    const domain = domainOf(input.primary_url)
    const at = services.now()
    const created = await changeBrand(services, brand.id, async (transaction) => {
      const { last_entity } = await transaction
        .updateTable('brands')
        .set({ last_entity: sql`least(last_entity + 1, ${mostEntities})` })
        .where('id', '=', brand.id)
        .returning('last_entity')
        .executeTakeFirstOrThrow()
      if (last_entity === mostEntities) throw conflict(`a brand has at most ${mostEntities - 2} competitors`)
      const row = {
        ...input,
        id: randomUUID(),
        brand_id: brand.id,
        number: last_entity,
        domain: await freeDomain(transaction, brand.id, domain),
        is_manual: true,
        match_mode: 'apex',
        created_at: at,
        updated_at: at,
      }
      const competitor = await transaction
        .insertInto('competitors')
        .values(row)
        .returningAll()
        .executeTakeFirstOrThrow()
      await refreshReadingConfig(services, transaction, brand.id)
      return competitor
    })
    return { data: showCompetitor(created) }
  },
})
