import { sql } from '../../../stores/clickhouse-sql.ts'
import { citationIdOf } from '../../citations/index.ts'
import { answerColumns, named, orNull } from '../columns.ts'
import { defineKind } from './kind.ts'
import { openReadings, readingsExportDefaults } from './readings.ts'

export const citations = defineKind({
  ...readingsExportDefaults,
  summary: 'Citations: one row per answer and cited page',
  scope: 'read:citations',
  columns: [
    ...answerColumns,
    {
      name: 'citation_id',
      type: 'text',
      meaning: 'Id of the page, the same for all spellings of its URL: `citation_id` of citations',
      value: () => sql`r.citation_id`,
    },
    { name: 'url', type: 'text', meaning: 'URL in this answer', value: () => sql`r.url` },
    {
      name: 'domain',
      type: 'text',
      meaning: 'Registrable domain of the site, or its host',
      value: () => sql`r.domain`,
    },
    {
      name: 'title',
      type: 'text?',
      meaning: 'Title in the answer; null if none',
      value: () => orNull(sql`r.title`),
    },
    {
      name: 'place',
      type: 'integer',
      meaning: 'Position among the citations of the answer, from 1',
      value: () => sql`r.place`,
    },
    {
      name: 'owner_type',
      type: 'text',
      meaning: 'Owner of the site: `brand`, `competitor` or `other`',
      value: ({ owners }) => {
        const type = named(sql`r.domain`, owners, (one) => (one.isOurBrand ? 'brand' : 'competitor'))
        return sql`ifNull(${orNull(type)}, 'other')`
      },
    },
    {
      name: 'owner_id',
      type: 'text?',
      meaning: 'Id of the brand or active competitor; null for others',
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
