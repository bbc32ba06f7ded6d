import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

/** Maximum characters of a body to show. */
const maxShown = 1_000_000

export const getRawResponse = defineOperation({
  ...forEditors,
  name: 'get-raw-response',
  summary: 'Show the raw response of an answer',
  description: 'Raw responses are deleted after RAW_RETENTION_DAYS. Imported answers may have none.',
  readsTables: ['answers'],
  fields: { execution_id: uuid },
  data: z.object({
    format: z.string().describe('Response format of the provider.'),
    body: z.string().describe(`Third-party text, its first ${maxShown} characters.`),
    length: z.int().describe('Length of the whole body in characters.'),
  }),
  async run({ ctx: { services, brand }, input: { execution_id: id } }) {
    const [row] = await services.clickhouse.query<{ format: string; body: string; length: string }>(
      sql`SELECT format, substringUTF8(body, 1, ${maxShown}) AS body, lengthUTF8(body) AS length
        FROM raw_responses
        WHERE brand_id = ${brand.id} AND ${committedUntil(brand.ingest_seq)} AND answer_id = ${id}
        ORDER BY seq LIMIT 1`,
    )
    if (row === undefined) throw notFound('raw response')
    return { data: { ...row, length: Number(row.length) } }
  },
})
