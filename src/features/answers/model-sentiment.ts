import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Services } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { sql, storedTime } from '../../stores/clickhouse-sql.ts'
import type { Reading } from './read-answer.ts'
import { createModelJudge, type ModelJudgement } from './reading/sentiment/model.ts'

/** A reading whose sentiments are to be judged, with the names that its answer knows the entities by. */
export interface ToJudge {
  answerId: string
  reading: Reading
  nameOf: (entity: number) => string
}

/** Replaces the offline sentiments of readings by those of the configured model; does nothing where there is none. */
export type ModelSentiment = (
  services: Services,
  brandId: string,
  readings: readonly ToJudge[],
) => Promise<void>

const askedAtOnce = 8
const attempts = 2
const timeoutMs = 30_000

/** @throws ApiError invalid_request where the configuration names a provider without a model */
export function createModelSentiment(config: Config): ModelSentiment {
  const { SENTIMENT_PROVIDER: provider, SENTIMENT_MODEL: model } = config
  if (provider === 'offline') return async () => {}
  if (model === undefined)
    throw new ApiError('invalid_request', 'SENTIMENT_MODEL is required with SENTIMENT_PROVIDER')
  const judge = createModelJudge({
    provider,
    model,
    timeoutMs,
    ...(config.SENTIMENT_BASE_URL === undefined ? {} : { baseUrl: config.SENTIMENT_BASE_URL }),
    ...(config.SENTIMENT_API_KEY === undefined ? {} : { apiKey: config.SENTIMENT_API_KEY }),
  })

  return async (services, brandId, readings) => {
    const questions = readings
      .filter(({ reading }) => reading.mentions.length > 0)
      .map((item) => questionOf(model, item))
    const known = await findJudgements(services, brandId, questions)
    const open = questions.filter((question) => !apply(question, known.get(question.key)))
    const asked: string[] = []
    async function askInTurn(): Promise<void> {
      for (let question = open.pop(); question !== undefined; question = open.pop()) {
        const judgement = await ask(judge, question)
        if ('error' in judgement)
          services.log.warn({ err: judgement.error }, 'a model did not judge: offline sentiment is used')
        else
          apply(
            question,
            question.names.map(({ entity }) => Math.round((judgement.scores.get(entity) ?? 50) * 100)),
          )
        asked.push(judgementRow(brandId, model as string, question, judgement, services.now()))
      }
    }
    await Promise.all(Array.from({ length: askedAtOnce }, askInTurn))
    if (asked.length > 0) await services.clickhouse.insert('sentiment_judgements', asked.join('\n'))
  }
}

interface Question extends ToJudge {
  key: string
  names: { entity: number; name: string }[]
}

function questionOf(model: string, item: ToJudge): Question {
  const names = item.reading.mentions.map(({ entity }) => ({ entity, name: item.nameOf(entity) }))
  const identity = JSON.stringify([model, item.reading.text, names.map(({ name }) => name)])
  return { ...item, names, key: createHash('sha256').update(identity).digest('base64') }
}

/** Puts known scores, in hundredths and in the order of the mentions, into the reading; false where there are none. */
function apply({ reading }: Question, scores: readonly number[] | undefined): boolean {
  if (scores?.length !== reading.mentions.length) return false
  reading.mentions.forEach((mention, index) => {
    mention.sentiment = scores[index] as number
  })
  return true
}

async function findJudgements(
  { clickhouse }: Services,
  brandId: string,
  questions: readonly Question[],
): Promise<Map<string, number[]>> {
  if (questions.length === 0) return new Map()
  const ids = sql.raw(questions.map(({ answerId }) => `'${answerId}'`).join(','))
  const rows = await clickhouse.query<{ question_key: string; scores: number[] }>(
    sql`SELECT question_key, scores FROM sentiment_judgements
      WHERE brand_id = ${brandId} AND answer_id IN (${ids}) AND error = '' ORDER BY asked_at`,
  )
  return new Map(rows.map(({ question_key, scores }) => [question_key, scores]))
}

type Asked = ModelJudgement | { error: Error }

async function ask(judge: ReturnType<typeof createModelJudge>, { reading, names }: Question): Promise<Asked> {
  let failure = new Error('not asked')
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await judge(reading.text, names)
    } catch (error) {
      failure = error as Error
    }
  }
  return { error: failure }
}

function judgementRow(
  brandId: string,
  model: string,
  { answerId, key, names }: Question,
  asked: Asked,
  at: Date,
): string {
  const failed = 'error' in asked
  return JSON.stringify({
    brand_id: brandId,
    answer_id: answerId,
    asked_at: storedTime(at),
    model,
    question_key: key,
    names: names.map(({ name }) => name),
    scores: failed ? [] : names.map(({ entity }) => Math.round((asked.scores.get(entity) ?? 50) * 100)),
    question: failed ? '' : asked.question,
    reply: failed ? '' : asked.reply,
    error: failed ? asked.error.message : '',
  })
}
