import { z } from 'zod'
import { distinctNames } from '../../kernel/name-fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { competitorFields, competitorSchema, domainOf, serializeCompetitor } from './competitor.ts'
import { insertCompetitor } from './insert-competitor.ts'

export const createCompetitor = defineChange({
  name: 'create-competitor',
  summary: 'Add a competitor',
  description:
    'Listed immediately. Rankings include it after Sightline has reread earlier answers in the background.',
  ...brandWrite('write:competitors', 'POST', '/competitors', {
    body: ['name', 'primary_url', 'aliases', 'relation', 'match_case_sensitive', 'match_require_domain'],
    wrap: 'competitor',
  }),
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
    const competitor = await insertCompetitor(services, transaction, brand, {
      ...input,
      aliases: distinctNames(input.aliases, input.match_case_sensitive),
      domain: domainOf(input.primary_url),
      is_manual: true,
    })
    const data = serializeCompetitor(competitor)
    return { data, audit: { before: null, after: data } }
  },
})
