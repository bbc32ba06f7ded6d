import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { outcomes, type Stance, unjudged } from '../answers/index.ts'
import { type Entity, figuresShape, metricCatalog, type Snapshot, share } from '../visibility/index.ts'

export const outcome = z
  .enum(outcomes)
  .describe(
    '`answered`: there is an answer; `none_shown`: the engine showed no answer; `failed`: the provider returned none; ' +
      '`unreadable`: Sightline could not read the response.',
  )

export const executionShape = {
  id: z.uuid(),
  prompt_id: z.uuid().nullable().describe('Id of the prompt. Null if it was deleted.'),
  prompt: z.string().nullable().describe('Text of the prompt. Null if it was deleted.'),
  topic_id: z.uuid().nullable().describe('Current topic of the prompt. Null if the prompt was deleted.'),
  outcome,
  engine: z.string(),
  country: z.string(),
  model: z.string().nullable().describe('Model of the engine, as the provider named it. Null if unknown.'),
  executed_at: utcTimestamp,
  brand_mentioned: z.boolean(),
  brand_rank: z.int().nullable().describe(metricCatalog.brand_rank),
  brand_sentiment_score: figuresShape.sentiment_score,
  mentioned_competitors: z
    .array(z.string())
    .describe('Names of active competitors in the order of their first mention.'),
  mentioned_competitor_ids: z.array(z.uuid()).describe('Ids of these competitors, in the same order.'),
  citation_count: z.int().describe(metricCatalog.citation_count),
}

const place = sql`toString(answer_id) AS id, seq, prompt AS prompt_number, engine, country, model,
  toString(executed_at) AS executed`

/** Columns of `readings` for an execution. */
export const executionColumns = sql`${place}, 'answered' AS outcome, mentions.entity AS named, mentions.sentiment AS sentiments, mentions.stance AS stances,
  length(citations.url) AS citation_count`

/** The corresponding columns of `answers` for unanswered prompts. */
export const unansweredColumns = sql`${place}, outcome, [] AS named, [] AS sentiments, [] AS stances, 0 AS citation_count`

export interface ExecutionRow {
  id: string
  seq: string
  prompt_number: number
  outcome: z.output<typeof outcome>
  engine: string
  country: string
  /** Empty if unknown. */
  model: string
  executed: string
  /** Entity numbers, and sentiments in hundredths of points, in the order of first mention. */
  named: number[]
  sentiments: number[]
  stances: (Stance | 'unknown')[]
  citation_count: string
}

export interface ReadingRow extends ExecutionRow {
  counts: number[]
  urls: string[]
  domains: string[]
  titles: string[]
}

/** Finds the reading of an answer. Of other readings the scan reads only ids, 16 bytes each. */
export async function findReading(
  { clickhouse }: Services,
  { brandId, version, seq }: Snapshot,
  id: string,
): Promise<ReadingRow | undefined> {
  const [row] = await clickhouse.query<ReadingRow>(
    sql`SELECT ${executionColumns}, mentions.count AS counts, citations.url AS urls, citations.domain AS domains,
        citations.title AS titles
      FROM readings
      WHERE brand_id = ${brandId} AND version = ${version} AND ${committedUntil(seq)} AND answer_id = ${id}`,
  )
  return row
}

export interface NamedEntity {
  entity: Entity
  /** Rank of its first mention among the active entities. */
  rank: number
  /** Null if no sentence judges it. */
  sentiment: number | null
  /** Null if the reader does not know the language. */
  stance: Stance | null
  /** Its index in the arrays of the row. */
  index: number
}

/** The active entities of an answer, ranked without those deactivated since its reading. */
export function namedEntities(
  { named, sentiments, stances }: ExecutionRow,
  active: ReadonlyMap<number, Entity>,
): NamedEntity[] {
  const found = named.flatMap((number, index) => {
    const entity = active.get(number)
    const stored = sentiments[index] as number
    const sentiment = stored === unjudged ? null : stored / 100
    const stance = stances[index]
    return entity === undefined
      ? []
      : [{ entity, sentiment, stance: stance === undefined || stance === 'unknown' ? null : stance, index }]
  })
  return found.map((one, index) => ({ ...one, rank: index + 1 }))
}

export const byNumber = (entities: readonly Entity[]) => new Map(entities.map((entity) => [entity.number, entity]))

export interface ExecutionPrompt {
  id: string
  text: string
  topic_id: string
}

/** Prompts by number. Omits deleted prompts. */
export async function promptsByNumber(
  { db }: Services,
  brandId: string,
  numbers: readonly number[],
): Promise<Map<number, ExecutionPrompt>> {
  if (numbers.length === 0) return new Map()
  const prompts = db.selectFrom('prompts').select(['number', 'id', 'text', 'topic_id'])
  const found = await prompts
    .where('brand_id', '=', brandId)
    .where('number', 'in', [...new Set(numbers)])
    .execute()
  return new Map(found.map((prompt) => [prompt.number, prompt]))
}

export function serializeExecution(
  row: ExecutionRow,
  named: readonly NamedEntity[],
  prompt: ExecutionPrompt | undefined,
) {
  const own = named.find(({ entity }) => entity.isOurBrand)
  const competitors = named.flatMap(({ entity }) => (entity.isOurBrand ? [] : [entity]))
  return {
    id: row.id,
    prompt_id: prompt?.id ?? null,
    prompt: prompt?.text ?? null,
    topic_id: prompt?.topic_id ?? null,
    outcome: row.outcome,
    engine: row.engine,
    country: row.country,
    model: row.model || null,
    executed_at: toTimestamp(row.executed),
    brand_mentioned: own !== undefined,
    brand_rank: own?.rank ?? null,
    brand_sentiment_score: share('brand_sentiment_score', own?.sentiment ?? null),
    mentioned_competitors: competitors.map(({ name }) => name),
    mentioned_competitor_ids: competitors.map(({ id }) => id),
    citation_count: Number(row.citation_count),
  }
}
