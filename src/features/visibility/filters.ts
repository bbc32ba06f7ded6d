import { sql as postgres } from 'kysely'
import { z } from 'zod'
import type { Brand, Services } from '../../kernel/context.ts'
import { day, uuid } from '../../kernel/fields.ts'
import { country } from '../../lib/countries.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { isOneOf } from '../../stores/postgres-rows.ts'
import { knownEngines } from '../engines/index.ts'

/** The shared filters over answers, by the names of their parameters. */
export const filterFields = {
  start_date: day.optional().describe('First day (UTC), inclusive; 29 days before end_date where not given'),
  end_date: day.optional().describe('Last day (UTC), inclusive; today where not given'),
  compare_to_previous: z
    .boolean()
    .default(false)
    .describe('Also return the equally long period before, and deltas'),
  topic_id: z.array(uuid).optional().describe('Topics, each with everything beneath it'),
  engine: z.array(z.string()).optional().describe('Slugs of AI search engines'),
  country: z.array(country).optional().describe('Execution country codes'),
  tag_id: z.array(uuid).optional().describe('Tags that prompts carry'),
  tag_match_mode: z
    .enum(['any', 'all', 'exclude_any', 'exclude_all'])
    .default('any')
    .describe('Whether prompts with any or all of the tags are kept, or dropped'),
}

export interface FilterInput {
  topic_id?: string[] | undefined
  engine?: string[] | undefined
  country?: string[] | undefined
  tag_id?: string[] | undefined
  tag_match_mode?: z.output<typeof filterFields.tag_match_mode> | undefined
}

/** What filters ask of readings. */
export interface AnswerFilter {
  condition: Sql
  /** Numbers of the prompts that each filter on topics or tags names: they change while figures are walked over. */
  prompts: number[][]
}

/**
 * Reads the filters. Topics and tags are those that prompts have now.
 * @param lastPrompt prompts with greater numbers came later and are passed over
 * @throws ApiError invalid_request for an engine, topic or tag that there is not
 */
export async function readFilters(
  services: Services,
  brand: Brand,
  filters: FilterInput,
  lastPrompt: number,
): Promise<AnswerFilter> {
  const conditions: Sql[] = []
  const prompts: number[][] = []
  const known = (numbers: number[]) => {
    const sorted = numbers.filter((number) => number <= lastPrompt).sort((a, b) => a - b)
    prompts.push(sorted)
    return sorted
  }
  if (filters.engine !== undefined) {
    checkEngines(services, filters.engine)
    conditions.push(sql`engine IN ${filters.engine}`)
  }
  if (filters.country !== undefined) conditions.push(sql`country IN ${filters.country}`)
  if (filters.topic_id !== undefined)
    conditions.push(sql`prompt IN ${known(await promptsOfTopics(services, brand, filters.topic_id))}`)
  if (filters.tag_id !== undefined) {
    const mode = filters.tag_match_mode ?? 'any'
    const tagged = known(await promptsOfTags(services, brand, filters.tag_id, mode))
    // Prompts that were deleted carry no tags: their answers match no `any` or `all`, and survive the exclusions.
    conditions.push(mode.startsWith('exclude') ? sql`prompt NOT IN ${tagged}` : sql`prompt IN ${tagged}`)
  }
  return { condition: sql.and(conditions), prompts }
}

function checkEngines(services: Services, slugs: readonly string[]): void {
  const known = knownEngines(services.config).map((engine) => engine.slug)
  const unknown = slugs.find((slug) => !known.includes(slug))
  if (unknown !== undefined) throw invalidRequest(`engine must be one of ${known.join(', ')}`)
}

async function promptsOfTopics(
  { db }: Services,
  brand: Brand,
  topicIds: readonly string[],
): Promise<number[]> {
  const topics = await db
    .selectFrom('topics')
    .select(['id', 'parent_id'])
    .where('brand_id', '=', brand.id)
    .execute()
  const known = new Set(topics.map((topic) => topic.id))
  const missing = topicIds.find((id) => !known.has(id))
  if (missing !== undefined) throw invalidRequest(`topic_id: the brand has no topic ${missing}`)
  const wanted = topics.filter(
    ({ id, parent_id }) => topicIds.includes(id) || (parent_id !== null && topicIds.includes(parent_id)),
  )
  const prompts = db.selectFrom('prompts').select('number').where('brand_id', '=', brand.id)
  const ids = wanted.map((topic) => topic.id)
  const found = await prompts.where(isOneOf('topic_id', ids, 'uuid')).execute()
  return found.map((prompt) => prompt.number)
}

/** Prompts that carry any, or all, of the tags. */
async function promptsOfTags(
  { db }: Services,
  brand: Brand,
  tagIds: readonly string[],
  mode: string,
): Promise<number[]> {
  const wanted = [...new Set(tagIds)]
  const tags = db.selectFrom('tags').select('id').where('brand_id', '=', brand.id)
  const found = await tags.where(isOneOf('id', wanted, 'uuid')).execute()
  const known = new Set(found.map((tag) => tag.id))
  const missing = wanted.find((id) => !known.has(id))
  if (missing !== undefined) throw invalidRequest(`tag_id: the brand has no tag ${missing}`)
  const least = mode === 'all' || mode === 'exclude_all' ? wanted.length : 1
  const prompts = await db
    .selectFrom('prompts')
    .innerJoin('prompt_tags', 'prompt_tags.prompt_id', 'prompts.id')
    .select('number')
    .where('brand_id', '=', brand.id)
    .where(isOneOf('tag_id', wanted, 'uuid'))
    .groupBy('number')
    .having(postgres<boolean>`count(*) >= ${least}`)
    .execute()
  return prompts.map((prompt) => prompt.number)
}
