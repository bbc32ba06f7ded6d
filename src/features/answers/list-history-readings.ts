import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import { defineOperation, forOperator } from '../../kernel/operation.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { originalRows } from './current-answers.ts'

export const listHistoryReadings = defineOperation({
  ...forOperator,
  name: 'list-history-readings',
  summary: 'List brands whose stored answers are being reread, with progress',
  description:
    'A change of names, such as a new competitor or alias, rereads the brand’s stored answers. Until this finishes, figures ' +
    'use the previous reading, and a new competitor has none.',
  fields: {},
  data: z.array(
    z.object({
      brand_id: z.uuid(),
      brand_name: z.string(),
      answers_read: z.int(),
      answers: z.int(),
      requested_at: z.iso.datetime(),
    }),
  ),
  async run({ ctx: { services } }) {
    const { db, clickhouse } = services
    const open = await db
      .selectFrom('reading_configs')
      .innerJoin('brands', 'brands.id', 'reading_configs.brand_id')
      .select(['brands.id', 'brands.name', 'ingest_seq', 'read_seq', 'reading_configs.created_at'])
      .whereRef('version', '>', 'reading_version')
      .distinctOn('brands.id')
      .orderBy('brands.id')
      .orderBy('version', 'desc')
      .execute()
    const counted = await Promise.all(
      open.map(async ({ id, name, ingest_seq, read_seq, created_at }) => {
        const [counts] = await clickhouse.query<{ read: string; total: string }>(
          sql`SELECT countIf(seq <= ${read_seq}) AS read, count() AS total
            FROM answers WHERE brand_id = ${id} AND ${originalRows} AND ${committedUntil(ingest_seq)}`,
        )
        return {
          brand_id: id,
          brand_name: name,
          answers_read: Number(counts?.read ?? 0),
          answers: Number(counts?.total ?? 0),
          requested_at: created_at.toISOString(),
        }
      }),
    )
    return { data: counted }
  },
})
