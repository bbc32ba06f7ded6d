import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

/** Characters of a body that are shown. */
const maxShown = 1_000_000

export const getRawResponse = defineOperation({
  name: 'get-raw-response',
  summary: 'The raw body that an answer was read from',
  description:
    'Bodies are kept as long as RAW_RETENTION_DAYS says; an answer that came without one has none.',
  on: 'brand',
  access: 'operator',
  role: 'editor',
  readsTables: ['answers'],
  fields: { execution_id: uuid },
  data: z.object({
    format: z.string().describe('Of the body: as the source that it came from sends it'),
    body: z.string().describe(`Text of a third party, its first ${maxShown} characters`),
    length: z.int().describe('Characters of the whole body'),
  }),
  async run({ ctx, input: { execution_id: id } }) {
    const found = await readRaw(ctx, id)
    if (found === undefined) throw notFound('raw response')
    return { data: { ...found, length: Number(found.length) } }
  },
})

async function readRaw({ services, brand }: BrandContext, id: string) {
  const [row] = await services.clickhouse.query<{ format: string; body: string; length: string }>(
    sql`SELECT format, substringUTF8(body, 1, ${maxShown}) AS body, lengthUTF8(body) AS length
      FROM raw_responses
      WHERE brand_id = ${brand.id} AND ${committedUntil(brand.ingest_seq)} AND answer_id = ${id}
      ORDER BY seq LIMIT 1`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return row
}
