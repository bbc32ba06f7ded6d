import { sql } from '../../../stores/clickhouse-sql.ts'
import { answerColumns, named } from '../columns.ts'
import { defineKind } from './kind.ts'
import { openReadings, readingsExportDefaults } from './readings.ts'

export const mentions = defineKind({
  ...readingsExportDefaults,
  summary:
    'Whom the answers name: one row for each answer and each of the brand and its active competitors in it',
  scope: 'read:prompts',
  columns: [
    ...answerColumns,
    {
      name: 'entity_id',
      type: 'text',
      meaning: 'The brand’s or the competitor’s',
      value: ({ entities }) => named(sql`r.entity`, entities, ({ id }) => id),
    },
    {
      name: 'name',
      type: 'text',
      meaning: 'Its name',
      value: ({ entities }) => named(sql`r.entity`, entities, ({ name }) => name),
    },
    {
      name: 'is_our_brand',
      type: 'boolean',
      meaning: 'Whether it is the brand',
      value: ({ entities }) => named(sql`r.entity`, entities, (one) => String(one.isOurBrand)),
    },
    {
      name: 'rank',
      type: 'integer',
      meaning: 'Place by first mention among the active entities, from 1',
      value: () => sql`r.place`,
    },
    { name: 'count', type: 'integer', meaning: 'How often it is named', value: () => sql`r.times` },
    {
      name: 'first_offset',
      type: 'integer',
      meaning: 'Where it is named first: code points into the answer',
      value: () => sql`r.first_offset`,
    },
    {
      name: 'sentiment_score',
      type: 'number',
      meaning: '0 to 100, 50 neutral',
      value: () => sql`r.sentiment / 100`,
    },
  ],
  open: (ctx, filters) =>
    openReadings(ctx, filters, ({ entities }) => {
      const active = entities.map(({ number }) => number)
      return {
        join: sql`mentions.entity AS entity, mentions.count AS times, mentions.offset AS first_offset,
          mentions.sentiment AS sentiment,
          arrayCumSum(arrayMap(e -> has(${active}, e), mentions.entity)) AS place`,
        columns: sql`entity, times, first_offset, sentiment, place`,
        condition: sql`entity IN ${active}`,
      }
    }),
})
