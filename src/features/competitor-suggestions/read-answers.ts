import type { BrandContext } from '../../kernel/context.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { answerRows } from '../answers/index.ts'
import { answersOf, type View } from '../visibility/index.ts'
import type { SearchedAnswer } from './find-names.ts'

/** Maximum answers to search. The newest suffice, and time and memory stay bounded. */
const maxAnswers = 5000

/** Maximum characters per answer, to bound memory. */
const maxCharacters = 20_000

interface Reading {
  id: string
  engine: string
  prompt: number
  executed: string
  domains: string[]
}

/** The newest answers of a view, with the beginning of their text and their cited sites. */
export async function readNewestAnswers({ services }: BrandContext, view: View): Promise<SearchedAnswer[]> {
  const newest = sql`readings WHERE ${answersOf(view)} ORDER BY executed_at DESC, answer_id LIMIT ${maxAnswers}`
  const ids = sql`(seq, answer_id) IN (SELECT seq, answer_id FROM ${newest})`
  const [readings, texts] = await Promise.all([
    services.clickhouse.query<Reading>(
      sql`SELECT toString(answer_id) AS id, engine, prompt, toString(executed_at) AS executed, citations.domain AS domains
        FROM ${newest}`,
    ),
    services.clickhouse.query<{ id: string; text: string }>(
      sql`SELECT toString(answer_id) AS id, substringUTF8(answer, 1, ${maxCharacters}) AS text FROM ${answerRows(view.snapshot, sql`answer_id, seq, revision, answer`, ids)}`,
    ),
  ])
  const textOf = new Map(texts.map(({ id, text }) => [id, text]))
  return readings.map(({ executed, ...reading }) => ({
    ...reading,
    prompt: Number(reading.prompt),
    executedAt: toTimestamp(executed),
    text: textOf.get(reading.id) ?? '',
  }))
}
