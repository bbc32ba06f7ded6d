import { z } from 'zod'
import { defineOperation, forViewers } from '../../kernel/operation.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { unjudged } from './read-answer.ts'

const position = z.tuple([z.string(), z.guid(), z.string()])

interface StoredJudgement {
  answer_id: string
  asked: string
  question_key: string
  model: string
  names: string[]
  scores: number[]
  question: string
  reply: string
  error: string
}

export const listSentimentJudgements = defineOperation({
  ...forViewers,
  name: 'list-sentiment-judgements',
  summary: 'List the sentiment requests to the language model and its replies, newest first',
  description:
    'Empty if SENTIMENT_PROVIDER is offline. A failed request has an error; Sightline then uses the offline score.',
  fields: {},
  list: { position, defaultLimit: 20 },
  data: z.array(
    z.object({
      answer_id: z.uuid(),
      asked_at: z.iso.datetime(),
      model: z.string(),
      scores: z
        .array(z.object({ name: z.string(), score: z.number().nullable() }))
        .describe('Scores from 0 to 100; null if the answer does not judge the name. Empty if the request failed.'),
      question: z.string(),
      reply: z.string(),
      error: z.string().nullable(),
    }),
  ),
  async run({ ctx: { services, brand }, page }) {
    const before =
      page.after === undefined
        ? sql`true`
        : sql`(asked, toString(answer_id), question_key) < (${page.after[0]}, ${page.after[1]}, ${page.after[2]})`
    const rows = await services.clickhouse.query<StoredJudgement>(
      sql`SELECT answer_id, toString(asked_at) AS asked, question_key, model, names, scores, question, reply, error
        FROM sentiment_judgements WHERE brand_id = ${brand.id} AND ${before}
        ORDER BY asked DESC, toString(answer_id) DESC, question_key DESC LIMIT ${page.limit + 1}`,
    )
    const shown = rows.slice(0, page.limit)
    const last = shown.at(-1)
    const more = rows.length > page.limit && last !== undefined
    return {
      data: shown.map((row) => ({
        answer_id: row.answer_id,
        asked_at: toTimestamp(row.asked),
        model: row.model,
        scores: row.scores.map((score, index) => ({
          name: row.names[index] as string,
          score: score === unjudged ? null : score / 100,
        })),
        question: row.question,
        reply: row.reply,
        error: row.error === '' ? null : row.error,
      })),
      next: more ? ([last.asked, last.answer_id, last.question_key] as [string, string, string]) : undefined,
    }
  },
})
