import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineChange } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import { competitorFields, competitorSchema, domainOf, serializeCompetitor } from './competitor.ts'
import { freeDomain } from './free-domain.ts'

/** Entities are 16-bit numbers within their brand. */
const maxEntities = 65_535

export const createCompetitor = defineChange({
  name: 'create-competitor',
  summary: 'Add a competitor',
  description:
    'Listed at once; ranked in earlier answers when these have been read again, in the background.',
  on: 'brand',
  access: 'write:competitors',
  role: 'editor',
  http: {
    method: 'POST',
    path: '/v1/brands/{brand_id}/competitors',
    limit: 'write',
    body: ['name', 'primary_url', 'aliases', 'relation', 'match_case_sensitive', 'match_require_domain'],
    wrap: 'competitor',
  },
  fields: {
    name: competitorFields.name,
    primary_url: competitorFields.primary_url,
    aliases: competitorFields.aliases.default([]),
    relation: competitorFields.relation.default('direct_competitor'),
    match_case_sensitive: competitorFields.match_case_sensitive.default(false),
    match_require_domain: competitorFields.match_require_domain.default(false),
    match_in_context: competitorFields.match_in_context.default(false),
    is_active: z.boolean().default(true),
  },
  data: competitorSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const domain = domainOf(input.primary_url)
    const at = services.now()
    const { last_entity } = await transaction
      .updateTable('brands')
      .set({ last_entity: sql`least(last_entity + 1, ${maxEntities})` })
      .where('id', '=', brand.id)
      .returning('last_entity')
      .executeTakeFirstOrThrow()
    if (last_entity === maxEntities) throw conflict(`a brand has at most ${maxEntities - 2} competitors`)
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
    const data = serializeCompetitor(competitor)
    return { data, audit: { before: null, after: data } }
  },
})
