import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { distinctNames } from '../../kernel/name-fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { brandRows } from '../../kernel/pagination.ts'
import { requireRow, updatedRow } from '../../stores/postgres-rows.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import { competitorFields, competitorSchema, competitorVersion, domainOf, serializeCompetitor } from './competitor.ts'
import { unclaimedDomain } from './free-domain.ts'
import { insertCompetitor } from './insert-competitor.ts'

export const listCompetitors = defineOperation({
  name: 'list-competitors',
  summary: 'List competitors, including inactive ones, newest first',
  ...brandRead('read:visibility', '/competitors'),
  shows: competitorVersion,
  ...brandRows('competitors', competitorSchema, serializeCompetitor),
})

export const createCompetitor = defineChange({
  name: 'create-competitor',
  summary: 'Add a competitor',
  description: 'Listed immediately. Rankings include it after Sightline has reread earlier answers in the background.',
  ...brandWrite('write:competitors', 'POST', '/competitors', {
    body: [
      ...['name', 'primary_url', 'aliases', 'relation', 'match_case_sensitive', 'match_require_domain'],
      ...['match_in_context', 'excluded_phrases'],
    ],
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
    excluded_phrases: competitorFields.excluded_phrases.default([]),
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

export const updateCompetitor = defineChange({
  name: 'update-competitor',
  summary: 'Update a competitor; omitted fields stay unchanged',
  description: 'Changing names or is_active rereads the stored answers in the background.',
  ...forEditors,
  changes: competitorVersion,
  fields: {
    competitor_id: uuid,
    ...z.object({ ...competitorFields, is_active: z.boolean() }).partial().shape,
  },
  data: competitorSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { competitor_id: id, aliases, ...columns } = input
    const domain = input.primary_url === undefined ? undefined : domainOf(input.primary_url)
    const before = await requireRow(transaction, 'competitors', { id, brand_id: brand.id }, 'competitor')
    const isCaseSensitive = columns.match_case_sensitive ?? before.match_case_sensitive
    const names = aliases === undefined ? {} : { aliases: distinctNames(aliases, isCaseSensitive) }
    const free = domain === undefined ? {} : { domain: await unclaimedDomain(transaction, brand.id, domain, id) }
    const row = await updatedRow(transaction, 'competitors', id, {
      ...columns,
      ...names,
      ...free,
      updated_at: services.now(),
    })
    await refreshReadingConfig(services, transaction, brand.id)
    const data = serializeCompetitor(row)
    return { data, audit: { before: serializeCompetitor(before), after: data } }
  },
})
