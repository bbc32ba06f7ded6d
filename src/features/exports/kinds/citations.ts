import { sql } from '../../../stores/clickhouse-sql.ts'
import { citationIdOf } from '../../citations/index.ts'
import { answerColumns, column, named, optionalText, orNull } from '../columns.ts'
import { defineKind } from './kind.ts'
import { openReadings, readingsExportDefaults } from './readings.ts'

export const citations = defineKind({
  ...readingsExportDefaults,
  summary: 'Citations: one row per answer and cited page',
  scope: 'read:citations',
  columns: [
    ...answerColumns,
    column('citation_id', 'text', 'Id of the page, the same for all spellings of its URL: `citation_id` of citations'),
    column('url', 'text', 'URL in this answer'),
    column('domain', 'text', 'Registrable domain of the site, or its host'),
    optionalText('title', 'Title in the answer; null if none'),
    column('place', 'integer', 'Position among the citations of the answer, from 1'),
    column('owner_type', 'text', 'Owner of the site: `brand`, `competitor` or `other`', ({ owners }) => {
      const type = named(sql`r.domain`, owners, (one) => (one.isOurBrand ? 'brand' : 'competitor'))
      return sql`ifNull(${orNull(type)}, 'other')`
    }),
    column('owner_id', 'text?', 'Id of the brand or active competitor; null for others', ({ owners }) =>
      orNull(named(sql`r.domain`, owners, ({ id }) => id)),
    ),
  ],
  open: (ctx, filters) =>
    openReadings(ctx, filters, () => ({
      join: sql`citations.page AS page, citations.url AS url, citations.domain AS domain, citations.title AS title,
        arrayEnumerate(citations.url) AS place`,
      columns: sql`url, domain, title, place, ${citationIdOf(ctx.brand.id, sql`page`)} AS citation_id`,
      condition: sql`true`,
    })),
})
