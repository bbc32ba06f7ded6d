import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { distinctNames } from '../../kernel/name-fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import {
  competitorFields,
  competitorSchema,
  competitorVersion,
  domainOf,
  serializeCompetitor,
} from './competitor.ts'
import { unclaimedDomain } from './free-domain.ts'

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
    const own = transaction.selectFrom('competitors').selectAll().where('id', '=', id)
    const before = await own.where('brand_id', '=', brand.id).executeTakeFirst()
    if (before === undefined) throw notFound('competitor')
    const isCaseSensitive = columns.match_case_sensitive ?? before.match_case_sensitive
    const names = aliases === undefined ? {} : { aliases: distinctNames(aliases, isCaseSensitive) }
    const free =
      domain === undefined ? {} : { domain: await unclaimedDomain(transaction, brand.id, domain, id) }
    const row = await transaction
      .updateTable('competitors')
      .set({ ...columns, ...names, ...free, updated_at: services.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await refreshReadingConfig(services, transaction, brand.id)
    const data = serializeCompetitor(row)
    return { data, audit: { before: serializeCompetitor(before), after: data } }
  },
})
