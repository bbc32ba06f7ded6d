import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { Config } from '../../kernel/config.ts'
import type { Services } from '../../kernel/context.ts'
import { ApiError, notFound } from '../../lib/errors.ts'
import { ModelProblem } from '../../lib/models/model-problem.ts'
import { createModelJudge, type ModelJudge, type ModelJudgment } from '../../lib/text/sentiment/model.ts'
import { sql, storedTime } from '../../stores/clickhouse-sql.ts'
import { type Reading, unjudged } from './read-answer.ts'

export type Judgment = ModelJudgment | { error: ModelProblem }

export interface SentimentQuestion {
  answerId: string
  /** Equal for the same text, names and model. */
  key: string
  model: string
  names: string[]
  /** Hundredths of points, in the order of the names. Empty if the model failed. */
  scores: number[]
}

/**
 * Earlier scores for these questions, by key. Models were once told to give 50 where the text does not judge; so 50
 * from such a question counts as no judgment.
 */
export async function findJudgements(
  { clickhouse }: Services,
  brandId: string,
  questions: readonly Pick<SentimentQuestion, 'answerId'>[],
): Promise<Map<string, number[]>> {
  if (questions.length === 0) return new Map()
  const ids = questions.map(({ answerId }) => answerId)
  const rows = await clickhouse.query<{ question_key: string; scores: number[] }>(
    sql`SELECT question_key, if(position(question, 'give null') > 0, scores,
        arrayMap(score -> if(score = 5000, ${unjudged}, score), scores)) AS scores
      FROM sentiment_judgements
      WHERE brand_id = ${brandId} AND answer_id IN ${ids} AND error = '' ORDER BY asked_at, scores`,
  )
  return new Map(rows.map(({ question_key, scores }) => [question_key, scores]))
}

/** A row of `sentiment_judgements` in JSONEachRow form. */
export function judgementRow(
  brandId: string,
  at: Date,
  { answerId, key, model, names, scores }: SentimentQuestion,
  judgement: Judgment,
): string {
  const failed = 'error' in judgement
  return JSON.stringify({
    brand_id: brandId,
    answer_id: answerId,
    asked_at: storedTime(at),
    model,
    question_key: key,
    names,
    scores,
    question: failed ? '' : judgement.question,
    reply: failed ? '' : judgement.reply,
    error: failed ? judgement.error.message : '',
  })
}

/**
 * Stores judgments, unless the brand is being erased.
 * @throws ApiError not_found if the brand was deleted
 */
export async function keepJudgements(
  { db, clickhouse }: Services,
  brandId: string,
  rows: readonly string[],
): Promise<void> {
  if (rows.length === 0) return
  await db.transaction().execute(async (transaction) => {
    // Erasing locks the brand's row first and waits for this transaction.
    const brands = transaction.selectFrom('brands').select('data_unstable').where('id', '=', brandId)
    const { data_unstable } = await brands.forShare().executeTakeFirstOrThrow(() => notFound('brand'))
    if (!data_unstable) await clickhouse.insert('sentiment_judgements', rows.join('\n'))
  })
}

/** A reading without model sentiment, with the entity names used in its answer. */
export interface UnjudgedReading {
  answerId: string
  reading: Reading
  nameOf: (entity: number) => string
}

/** Replaces the offline sentiments of readings by those of the configured model. Does nothing without one. */
export type ModelSentiment = (
  services: Services,
  brandId: string,
  readings: readonly UnjudgedReading[],
) => Promise<void>

const concurrency = 8
const attempts = 2
const timeoutMs = 30_000
/** Consecutive failures that pause the model: one that hangs would block imports for hours. */
const maxFailures = 5
const pauseMs = 300_000

declare module '../../kernel/context.ts' {
  interface FeatureStates {
    sentimentModel: ModelSentiment
  }
}

/**
 * The sentiment function of a configuration. Its callers share one count of failures.
 * @throws ApiError invalid_request if the configuration names a provider without a model
 */
export function createModelSentiment(config: Config): ModelSentiment {
  const { SENTIMENT_PROVIDER: provider, SENTIMENT_MODEL } = config
  if (provider === 'offline') return async () => {}
  if (SENTIMENT_MODEL === undefined)
    throw new ApiError('invalid_request', 'SENTIMENT_MODEL is required with SENTIMENT_PROVIDER')
  const model: string = SENTIMENT_MODEL
  const judge = createModelJudge({
    provider,
    model,
    timeoutMs,
    ...(config.SENTIMENT_BASE_URL === undefined ? {} : { baseUrl: config.SENTIMENT_BASE_URL }),
    ...(config.SENTIMENT_API_KEY === undefined ? {} : { apiKey: config.SENTIMENT_API_KEY }),
  })
  const { isPaused, note } = countFailures()

  return async (services, brandId, readings) => {
    const { closing } = services
    const questions = readings
      .filter(({ reading }) => reading.mentions.length > 0)
      .map((item) => questionOf(model, item))
    const known = await findJudgements(services, brandId, questions)
    const open = questions.filter((question) => !apply(question, known.get(question.key)))
    const rows: string[] = []
    await pLimit(concurrency).map(open, async (question) => {
      if (closing.aborted || isPaused(services)) return
      const judgement = await ask(judge, question, closing)
      if (closing.aborted && 'error' in judgement) return
      note(services, judgement)
      const scores = scoresOf(question, judgement)
      apply(question, scores)
      const { answerId, key, names } = question
      const asked = { answerId, key, model, names: names.map(({ name }) => name), scores }
      rows.push(judgementRow(brandId, services.now(), asked, judgement))
    })
    await keepJudgements(services, brandId, rows)
    closing.throwIfAborted()
  }
}

/** Pauses a model after consecutive failures. */
function countFailures() {
  let failures = 0
  let pausedUntil = 0
  return {
    isPaused: ({ now }: Services) => now().getTime() < pausedUntil,
    note({ log, now }: Services, judgement: Judgment): void {
      if (!('error' in judgement)) {
        failures = 0
        return
      }
      const { code, status, message: problem } = judgement.error
      log.warn({ code, status, problem }, 'the sentiment model failed; using offline sentiment')
      failures += 1
      if (failures < maxFailures) return
      // After the pause, a single failure pauses it again.
      failures = maxFailures - 1
      pausedUntil = now().getTime() + pauseMs
      log.warn({ seconds: pauseMs / 1000 }, 'the sentiment model keeps failing; pausing it and using offline sentiment')
    },
  }
}

interface Question extends UnjudgedReading {
  key: string
  names: { entity: number; name: string }[]
}

function questionOf(model: string, item: UnjudgedReading): Question {
  const names = item.reading.mentions.map(({ entity }) => ({ entity, name: item.nameOf(entity) }))
  const identity = JSON.stringify([model, item.reading.text, names.map(({ name }) => name)])
  return { ...item, names, key: createHash('sha256').update(identity).digest('base64') }
}

/** Applies known scores, in hundredths of points, to the reading. False if they do not match. */
function apply({ reading }: Question, scores: readonly number[] | undefined): boolean {
  if (scores?.length !== reading.mentions.length) return false
  reading.mentions.forEach((mention, index) => {
    mention.sentiment = scores[index] as number
  })
  return true
}

/** Scores in hundredths of points or `unjudged`, in the order of the mentions. Empty if the model failed. */
function scoresOf({ names }: Question, judgement: Judgment): number[] {
  if ('error' in judgement) return []
  return names.map(({ entity }) => {
    const score = judgement.scores.get(entity) ?? null
    return score === null ? unjudged : Math.round(score * 100)
  })
}

async function ask(judge: ModelJudge, { reading, names }: Question, stop: AbortSignal): Promise<Judgment> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await judge(reading.text, names, stop)
    } catch (error) {
      if (!(error instanceof ModelProblem)) throw error
      if (attempt === attempts) return { error }
    }
  }
}
