import type { Transaction } from 'kysely'
import { committedUntil } from '../../kernel/batches.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { trimmedText, uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { readChecks, storeCheck } from '../answers/index.ts'
import {
  answerChecks,
  checkableEntities,
  checksVersion,
  mentionVerdict,
  readAnswerChecks,
  sentimentVerdict,
} from './answer-checks.ts'

/** A correction of the whole history reads all checked answers again. */
const maxChecks = 10_000

export const checkMention = defineChange({
  name: 'check-mention',
  summary: 'Mark what Sightline read about a brand in an answer as right or wrong',
  description:
    'Omitted fields stay unchanged; the newest check counts. Set mention and sentiment to null to withdraw it. Wrong ' +
    'mentions stop counting and right sentiments replace the read ones within seconds, also after answers are reread.',
  ...brandWrite('write:prompts', 'PATCH', '/executions/{execution_id}/checks/{entity_id}', {
    body: ['mention', 'sentiment', 'note'],
    needsOne: true,
  }),
  changes: checksVersion,
  fields: {
    execution_id: uuid,
    entity_id: uuid.describe('Id of the brand or competitor.'),
    mention: mentionVerdict.optional(),
    sentiment: sentimentVerdict.optional(),
    note: trimmedText(1, 500).nullable().optional().describe('Reason, for other members.'),
  },
  data: answerChecks,
  prefetch: ({ ctx, input }) => findMentions(ctx, input.execution_id),
  async change({ ctx: { services, brand }, input, transaction, prefetched: answer }) {
    const { execution_id: id, entity_id, ...given } = input
    const entities = await checkableEntities(transaction, brand)
    const entity = entities.find((one) => one.id === entity_id)?.number
    if (entity === undefined) throw notFound('brand or competitor')
    const old = (await readChecks(transaction, brand.id, id)).find((check) => check.entity === entity)
    const found = answer.named.indexOf(entity)
    if (old === undefined && found < 0) throw invalidRequest('entity_id: the answer does not mention it')
    if (old === undefined) await checkLimit(transaction, brand.id)
    const { mention = old?.mention ?? null, note = old?.note ?? null } = given
    if (mention === 'wrong' && given.sentiment)
      throw invalidRequest('sentiment: a wrong mention has none; set mention to right, or omit sentiment')
    const { sentiment = old?.sentiment ?? null } = mention === 'wrong' ? { sentiment: null } : given
    const before = await readAnswerChecks(transaction, brand, id)
    await storeCheck(services, transaction, old, {
      brand_id: brand.id,
      answer_id: id,
      entity,
      executed_at: new Date(toTimestamp(answer.executed)),
      ...{ mention, sentiment, note },
      checked_at: services.now(),
      read_sentiment: old === undefined ? (answer.sentiments[found] as number) : old.read_sentiment,
    })
    const data = await readAnswerChecks(transaction, brand, id)
    const audited = ({ checks }: typeof data) => ({ execution_id: id, checks })
    return { data, audit: { before: audited(before), after: audited(data) } }
  },
})

/** Finds what an answer mentions. @throws ApiError not_found without a reading */
async function findMentions({ services, brand }: BrandContext, id: string) {
  const [row] = await services.clickhouse.query<{ executed: string; named: number[]; sentiments: number[] }>(
    sql`SELECT toString(executed_at) AS executed, mentions.entity AS named, mentions.sentiment AS sentiments
      FROM readings WHERE brand_id = ${brand.id} AND version = ${brand.reading_version}
        AND ${committedUntil(brand.ingest_seq)} AND answer_id = ${id}`,
  )
  if (row === undefined) throw notFound('execution')
  return row
}

async function checkLimit(transaction: Transaction<Tables>, brandId: string): Promise<void> {
  const stored = transaction.selectFrom('answer_checks').where('brand_id', '=', brandId)
  const { checks } = await stored
    .select(({ fn }) => fn.countAll<string>().as('checks'))
    .executeTakeFirstOrThrow()
  if (Number(checks) >= maxChecks)
    throw conflict(`the brand has the maximum of ${maxChecks} checks; withdraw some first`)
}
