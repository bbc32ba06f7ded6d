import { sql } from '../../../stores/clickhouse-sql.ts'
import { citationIdOf } from '../../citations/index.ts'
import { answerColumns, named, orNull } from '../columns.ts'
import { defineKind } from './kind.ts'
import { openReadings, readingsExportDefaults } from './readings.ts'

export const citations = defineKind({
  ...readingsExportDefaults,
  summary: 'What the answers cite: one row for each answer and each page that it cites',
  scope: 'read:citations',
  columns: [
    ...answerColumns,
    {
      name: 'citation_id',
      type: 'text',
      meaning: 'The page, however its address is spelt: as `citation_id` of citations',
      value: () => sql`r.citation_id`,
    },
    { name: 'url', type: 'text', meaning: 'Its address in this answer', value: () => sql`r.url` },
    {
      name: 'domain',
      type: 'text',
      meaning: 'The site: a registrable domain where the host has one',
      value: () => sql`r.domain`,
    },
    {
      name: 'title',
      type: 'text?',
      meaning: 'As the answer gave it; null where it gave none',
      value: () => orNull(sql`r.title`),
    },
    {
      name: 'place',
      type: 'integer',
      meaning: 'Place among the pages that the answer cites, from 1',
      value: () => sql`r.place`,
    },
    {
      name: 'owner_type',
      type: 'text',
      meaning: 'Whose site it is: `brand`, `competitor` or `other`',
      value: ({ owners }) => {
        const type = named(sql`r.domain`, owners, (one) => (one.isOurBrand ? 'brand' : 'competitor'))
        return sql`ifNull(${orNull(type)}, 'other')`
      },
    },
    {
      name: 'owner_id',
      type: 'text?',
      meaning: 'The brand’s or the active competitor’s; null for others',
      value: ({ owners }) => orNull(named(sql`r.domain`, owners, ({ id }) => id)),
    },
  ],
  open: (ctx, filters) =>
    openReadings(ctx, filters, () => ({
      join: sql`citations.page AS page, citations.url AS url, citations.domain AS domain, citations.title AS title,
        arrayEnumerate(citations.url) AS place`,
      columns: sql`url, domain, title, place, ${citationIdOf(ctx.brand.id, sql`page`)} AS citation_id`,
      condition: sql`true`,
    })),
})
