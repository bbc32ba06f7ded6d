import { sql } from '../../../stores/clickhouse-sql.ts'
import { unjudged } from '../../answers/index.ts'
import { answerColumns, named } from '../columns.ts'
import { defineKind } from './kind.ts'
import { openReadings, readingsExportDefaults } from './readings.ts'

export const mentions = defineKind({
  ...readingsExportDefaults,
  summary: 'Mentions: one row per answer and mentioned entity, of the brand and its active competitors',
  scope: 'read:prompts',
  columns: [
    ...answerColumns,
    {
      name: 'entity_id',
      type: 'text',
      meaning: 'Id of the brand or competitor',
      value: ({ entities }) => named(sql`r.entity`, entities, ({ id }) => id),
    },
    {
      name: 'name',
      type: 'text',
      meaning: 'Name of the brand or competitor',
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
      meaning: 'Rank by first mention among active entities, from 1',
      value: () => sql`r.place`,
    },
    { name: 'count', type: 'integer', meaning: 'Number of mentions', value: () => sql`r.times` },
    {
      name: 'first_offset',
      type: 'integer',
      meaning: 'Offset of the first mention in the answer, in code points',
      value: () => sql`r.first_offset`,
    },
    {
      name: 'sentiment_score',
      type: 'number?',
      meaning: '0 to 100; 50 is neutral; null if no sentence judges the entity',
      value: () => sql`nullIf(r.sentiment, ${unjudged}) / 100`,
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
