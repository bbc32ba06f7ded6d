import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../lib/errors.ts'
import type { ModelProblem } from '../../lib/models/model-problem.ts'
import type { ModelJudgment } from '../../lib/text/sentiment/model.ts'
import { sql, storedTime } from '../../stores/clickhouse-sql.ts'
import { unjudged } from './read-answer.ts'

/** A model's judgment, or its error. */
export type Judgment = ModelJudgment | { error: ModelProblem }

/** A question to the sentiment model. */
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
      WHERE brand_id = ${brandId} AND answer_id IN ${ids} AND error = '' ORDER BY asked_at`,
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
