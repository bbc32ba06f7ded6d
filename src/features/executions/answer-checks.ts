import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation } from '../../kernel/operation.ts'
import type { Brand } from '../../kernel/tables.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { normal975 } from '../../lib/statistics/distributions.ts'
import { wilson } from '../../lib/statistics/ratio-interval.ts'
import { toTimestamp } from '../../stores/clickhouse-sql.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { brandEntity, judgmentOf, readChecks, storeCheck } from '../answers/index.ts'
import { entityId, share, shareField, shareOf } from '../visibility/index.ts'
import { findReading } from './execution.ts'

const verdicts = {
  mention: z
    .enum(['right', 'wrong'])
    .nullable()
    .describe('`right`: the answer mentions it; `wrong`: the name means something else. Null: not checked.'),
  sentiment: z
    .enum(['positive', 'neutral', 'negative'])
    .nullable()
    .describe('The right sentiment; `neutral` if no sentence judges it. Null: not checked.'),
}

export const answerChecks = z.object({
  checks: z
    .array(
      z.object({
        entity_id: entityId,
        name: z.string(),
        ...verdicts,
        checked_at: z.iso.datetime(),
      }),
    )
    .describe('Checks by people. Wrong mentions do not count, and right sentiments replace the read ones.'),
  checks_pending: z.boolean().describe('Whether mentions and figures do not follow the newest checks yet.'),
})

export const checksVersion = defineVersioned('checks of the answer', ['checks'])

/** The brand and all its competitors; inactive ones keep their checks. */
async function checkableEntities(db: PostgresLike, brand: Brand) {
  const competitors = db.selectFrom('competitors').select(['number', 'id', 'name'])
  const others = await competitors.where('brand_id', '=', brand.id).orderBy('number').execute()
  return [{ number: brandEntity, id: brand.id, name: brand.name }, ...others]
}

export async function readAnswerChecks(db: PostgresLike, brand: Brand, answerId: string) {
  const rows = await readChecks(db, brand.id, answerId)
  const entities = await checkableEntities(db, brand)
  const checks = entities.flatMap(({ number, id: entity_id, name }) =>
    rows
      .filter(({ entity, mention, sentiment }) => entity === number && (mention ?? sentiment) !== null)
      .map(({ mention, sentiment, checked_at }) => {
        return { entity_id, name, mention, sentiment, checked_at: checked_at.toISOString() }
      }),
  )
  return { checks, checks_pending: rows.some(({ is_applied }) => !is_applied) }
}

/** Rereading the history reads all checked answers twice. */
const maxChecks = 10_000

export const checkMention = defineChange({
  name: 'check-mention',
  summary: 'Mark what Sightline read about a brand in an answer as right or wrong',
  description:
    'Omitted fields stay unchanged; the newest check counts. Set mention and sentiment to null to withdraw it. Wrong ' +
    'mentions stop counting and right sentiments replace the read ones within seconds, also after answers are reread.',
  ...brandWrite('write:prompts', 'PATCH', '/executions/{execution_id}/checks/{entity_id}', {
    body: ['mention', 'sentiment'],
    needsOne: true,
  }),
  changes: checksVersion,
  fields: {
    execution_id: uuid,
    entity_id: uuid.describe('Id of the brand or competitor.'),
    ...z.object(verdicts).partial().shape,
  },
  data: answerChecks,
  async prefetch({ ctx: { services, brand }, input: { execution_id: id } }) {
    const state = { brandId: brand.id, version: brand.reading_version, seq: brand.ingest_seq }
    const answer = await findReading(services, state, id)
    if (answer === undefined) throw notFound('execution')
    return { ...answer, version: state.version }
  },
  async change({ ctx: { services, brand }, input, transaction, prefetched: answer }) {
    const { execution_id, entity_id, ...given } = input
    if (answer.version !== brand.reading_version)
      throw conflict('Sightline has just reread the answers; send the check again')
    const entities = await checkableEntities(transaction, brand)
    const entity = entities.find(({ id }) => id === entity_id)?.number
    if (entity === undefined) throw notFound('brand or competitor')
    const checks = await readChecks(transaction, brand.id)
    const old = checks.find((check) => check.answer_id === execution_id && check.entity === entity)
    const read = old === undefined ? answer.sentiments[answer.named.indexOf(entity)] : old.read_sentiment
    if (read === undefined) throw invalidRequest('entity_id: the answer does not mention it')
    if (old === undefined && checks.length >= maxChecks)
      throw conflict(`the brand has the maximum of ${maxChecks} checks; withdraw some first`)
    const { mention = old?.mention ?? null } = given
    const isWrong = mention === 'wrong'
    if (isWrong && given.sentiment)
      throw invalidRequest('sentiment: a wrong mention has none; set mention to right, or omit sentiment')
    const { sentiment = old?.sentiment ?? null } = isWrong ? { sentiment: null } : given
    const before = await readAnswerChecks(transaction, brand, execution_id)
    await storeCheck(services, transaction, old, {
      ...{ brand_id: brand.id, answer_id: execution_id, entity, mention, sentiment },
      executed_at: new Date(toTimestamp(answer.executed)),
      checked_at: services.now(),
      read_sentiment: read,
    })
    const data = await readAnswerChecks(transaction, brand, execution_id)
    const shown = { execution_id, checks: data.checks }
    return { data, audit: { before: { execution_id, checks: before.checks }, after: shown } }
  },
})

const precision = z.object({
  checked: z.int().describe('Checked ones that the current readings contain.'),
  right: z.int().describe('Those that people confirmed.'),
  precision_pct: shareField.nullable().describe('`right` as a share of `checked`. Null without checks.'),
  low: shareField.nullable().describe('Lower end of the 95% interval of precision_pct (Wilson).'),
  high: shareField.nullable().describe('Upper end of the interval.'),
})

export const getReadingPrecision = defineOperation({
  name: 'get-reading-precision',
  summary: 'Show how many checked mentions and sentiments were right',
  description:
    'Compares the checks of people with what Sightline now reads in the same answers, without corrections. The ' +
    'interval covers random variation only: people choose what they check, and missed mentions cannot be checked.',
  ...brandRead('read:prompts', '/reading-precision'),
  fields: {},
  data: z.object({
    mentions: precision.describe('Mentions of the brand and its competitors.'),
    sentiments: precision.describe(
      'Their sentiments as positive (above 62), negative (below 49) or neutral (between, or without one).',
    ),
  }),
  async run({ ctx: { services, brand } }) {
    const checks = await readChecks(services.db, brand.id)
    const read = checks.filter(({ read_sentiment }) => read_sentiment !== null)
    const mentions = read.flatMap(({ mention }) => (mention === null ? [] : [mention === 'right']))
    const sentiments = read.flatMap(({ sentiment, read_sentiment }) =>
      sentiment === null ? [] : [sentiment === judgmentOf(read_sentiment as number)],
    )
    return { data: { mentions: precisionOf(mentions), sentiments: precisionOf(sentiments) } }
  },
})

function precisionOf(isRight: readonly boolean[]) {
  const checked = isRight.length
  const right = isRight.filter(Boolean).length
  const interval = checked === 0 ? null : wilson(right / checked, checked, normal975)
  return {
    checked,
    right,
    precision_pct: shareOf('precision_pct', right, checked),
    low: share('low', interval && 100 * interval.low),
    high: share('high', interval && 100 * interval.high),
  }
}
