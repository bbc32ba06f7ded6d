import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { sumRows, unansweredRows } from './current-answers.ts'
import { readWholeHistory } from './read-history.ts'
import { requeueRawReadings } from './reading-config.ts'

export const rereadAnswers = defineOperation({
  ...forEditors,
  name: 'reread-answers',
  summary: 'Reread the raw responses of stored answers with this release',
  description:
    'Results replace the previous ones for all answers together; until then, figures use the previous ones. An ' +
    'interrupted run resumes automatically. Answers without a raw response stay unchanged.',
  isLong: true,
  isRecorded: true,
  fields: {},
  data: z.object({
    answers: z.int().describe('Raw responses read.'),
    changed: z.int().describe('Answers with changed content.'),
    unreadable: z.int().describe('Raw responses that Sightline cannot read.'),
  }),
  async run({ ctx, progress, signal }) {
    const { services, brand } = ctx
    const version = await services.db
      .transaction()
      .execute((transaction) => requeueRawReadings(services, transaction, brand.id))
    const { rows: answers } = await sumRows(services, sql`raw_responses WHERE ${committedOf(ctx)}`)
    let read = 0
    await readWholeHistory(services, brand.id, signal, (count) => {
      read += count
      progress(read, undefined, 'answers')
    })
    return { data: { answers, ...(await outcomeOf(ctx, version)) } }
  },
})

const committedOf = ({ brand }: BrandContext) => sql`brand_id = ${brand.id} AND ${committedUntil(brand.ingest_seq)}`

/** Counts answers changed by a version or its successors, and unreadable responses. */
async function outcomeOf(ctx: BrandContext, version: number) {
  const { services, brand } = ctx
  const brands = services.db.selectFrom('brands').select('reading_version').where('id', '=', brand.id)
  const { reading_version } = await brands.executeTakeFirstOrThrow(() => notFound('brand'))
  const state = { brandId: brand.id, version: reading_version, seq: brand.ingest_seq }
  const [changed, unreadable] = await Promise.all([
    sumRows(
      services,
      sql`answers WHERE ${committedOf(ctx)} AND revision >= ${version} AND revision <= ${reading_version}`,
    ),
    sumRows(
      services,
      sql`${unansweredRows(state, sql`answer_id, outcome`)} WHERE outcome = 'unreadable'
        AND answer_id IN (SELECT answer_id FROM raw_responses WHERE ${committedOf(ctx)})`,
    ),
  ])
  return { changed: changed.rows, unreadable: unreadable.rows }
}
