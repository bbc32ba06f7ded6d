import { sql } from '../../../stores/clickhouse-sql.ts'
import { unjudged } from '../../answers/index.ts'
import { answerColumns, column, named } from '../columns.ts'
import { defineKind } from './kind.ts'
import { openReadings, readingsExportDefaults } from './readings.ts'

export const mentions = defineKind({
  ...readingsExportDefaults,
  summary: 'Mentions: one row per answer and mentioned entity, of the brand and its active competitors',
  scope: 'read:prompts',
  columns: [
    ...answerColumns,
    column('entity_id', 'text', 'Id of the brand or competitor', ({ entities }) =>
      named(sql`r.entity`, entities, ({ id }) => id),
    ),
    column('name', 'text', 'Name of the brand or competitor', ({ entities }) =>
      named(sql`r.entity`, entities, ({ name }) => name),
    ),
    column('is_our_brand', 'boolean', 'Whether it is the brand', ({ entities }) =>
      named(sql`r.entity`, entities, (one) => String(one.isOurBrand)),
    ),
    column('rank', 'integer', 'Rank by first mention among active entities, from 1', () => sql`r.place`),
    column('count', 'integer', 'Number of mentions', () => sql`r.times`),
    column('first_offset', 'integer', 'Offset of the first mention in the answer, in code points'),
    column(
      'sentiment_score',
      'number?',
      '0 to 100; 50 is neutral; null if no sentence judges the entity',
      () => sql`nullIf(r.sentiment, ${unjudged}) / 100`,
    ),
    column(
      'stance',
      'text?',
      '`listed`, `compared`, `recommended` or `warned_against`; null if unknown',
      () => sql`nullIf(toString(r.stance), 'unknown')`,
    ),
  ],
  open: (ctx, filters) =>
    openReadings(ctx, filters, ({ entities }) => {
      const active = entities.map(({ number }) => number)
      return {
        join: sql`mentions.entity AS entity, mentions.count AS times, mentions.offset AS first_offset,
          mentions.sentiment AS sentiment, mentions.stance AS stance,
          arrayCumSum(arrayMap(e -> has(${active}, e), mentions.entity)) AS place`,
        columns: sql`entity, times, first_offset, sentiment, stance, place`,
        condition: sql`entity IN ${active}`,
      }
    }),
})
