import { sql as postgres } from 'kysely'
import { z } from 'zod'
import type { Brand, Services } from '../../../kernel/context.ts'
import { filterBy, uuid } from '../../../kernel/fields.ts'
import { country } from '../../../lib/countries.ts'
import { invalidRequest } from '../../../lib/errors.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import { knownEngines } from '../../engines/index.ts'
import { periodFields } from '../period.ts'

/** The shared filters over answers, by parameter name. */
export const filterFields = {
  ...periodFields,
  compare_to_previous: z
    .boolean()
    .default(false)
    .describe('Also return the previous period of the same length, and deltas.'),
  topic_id: filterBy(uuid).describe('Topic ids. Each one includes its subtopics.'),
  engine: filterBy(z.string()).describe('Engine slugs.'),
  country: filterBy(country).describe('Country codes of the answers’ markets.'),
  tag_id: filterBy(uuid).describe('Tag ids.'),
  tag_match_mode: z
    .enum(['any', 'all', 'exclude_any', 'exclude_all'])
    .default('any')
    .describe('How to combine tag_id values: include or exclude prompts with any or all of them.'),
}

export interface FilterInput {
  topic_id?: string[] | undefined
  engine?: string[] | undefined
  country?: string[] | undefined
  tag_id?: string[] | undefined
  tag_match_mode?: z.output<typeof filterFields.tag_match_mode> | undefined
}

/** The prompts that a topic or tag filter includes or excludes. */
export interface PromptFilter {
  keeps: boolean
  numbers: number[]
}

/**
 * Resolves topic and tag filters by the current topics and tags of prompts. Deleted prompts have none, so only
 * exclusions keep their answers.
 * @throws ApiError invalid_request for an unknown topic or tag
 */
export async function readPromptFilters(
  services: Services,
  brand: Brand,
  { topic_id, tag_id, tag_match_mode = 'any' }: FilterInput,
): Promise<PromptFilter[]> {
  const filters: PromptFilter[] = []
  if (topic_id !== undefined) filters.push({ keeps: true, numbers: await promptsOfTopics(services, brand, topic_id) })
  if (tag_id !== undefined)
    filters.push({
      keeps: !tag_match_mode.startsWith('exclude'),
      numbers: await promptsOfTags(services, brand, tag_id, tag_match_mode),
    })
  return filters
}

/**
 * Resolves the filters by the current topics and tags of prompts.
 * @param lastPrompt ignores newer prompts, which have greater numbers
 * @throws ApiError invalid_request for an unknown engine, topic or tag
 */
export async function readFilters(services: Services, brand: Brand, filters: FilterInput, lastPrompt: number) {
  const conditions: Sql[] = []
  const prompts: number[][] = []
  if (filters.engine !== undefined) {
    checkEngines(services, filters.engine)
    conditions.push(sql`engine IN ${filters.engine}`)
  }
  if (filters.country !== undefined) conditions.push(sql`country IN ${filters.country}`)
  for (const { keeps, numbers } of await readPromptFilters(services, brand, filters)) {
    const known = numbers.filter((number) => number <= lastPrompt).sort((a, b) => a - b)
    prompts.push(known)
    conditions.push(keeps ? sql`prompt IN ${known}` : sql`prompt NOT IN ${known}`)
  }
  return { condition: sql.and(conditions), prompts }
}

/** @throws ApiError invalid_request for an unknown engine */
export function checkEngines(services: Services, slugs: readonly string[]): void {
  const known = knownEngines(services.config).map((engine) => engine.slug)
  const unknown = slugs.find((slug) => !known.includes(slug))
  if (unknown !== undefined) throw invalidRequest(`engine must be one of ${known.join(', ')}`)
}

async function promptsOfTopics({ db }: Services, brand: Brand, topicIds: readonly string[]): Promise<number[]> {
  const topics = await db.selectFrom('topics').select(['id', 'parent_id']).where('brand_id', '=', brand.id).execute()
  const known = new Set(topics.map((topic) => topic.id))
  const missing = topicIds.find((id) => !known.has(id))
  if (missing !== undefined) throw invalidRequest(`topic_id: the brand has no topic ${missing}`)
  const wanted = topics.filter(
    ({ id, parent_id }) => topicIds.includes(id) || (parent_id !== null && topicIds.includes(parent_id)),
  )
  const prompts = db.selectFrom('prompts').select('number').where('brand_id', '=', brand.id)
  const ids = wanted.map((topic) => topic.id)
  const found = await prompts.where(inList('topic_id', ids, 'uuid')).execute()
  return found.map((prompt) => prompt.number)
}

async function promptsOfTags(
  { db }: Services,
  brand: Brand,
  tagIds: readonly string[],
  mode: string,
): Promise<number[]> {
  const wanted = [...new Set(tagIds)]
  const tags = db.selectFrom('tags').select('id').where('brand_id', '=', brand.id)
  const found = await tags.where(inList('id', wanted, 'uuid')).execute()
  const known = new Set(found.map((tag) => tag.id))
  const missing = wanted.find((id) => !known.has(id))
  if (missing !== undefined) throw invalidRequest(`tag_id: the brand has no tag ${missing}`)
  const least = mode === 'all' || mode === 'exclude_all' ? wanted.length : 1
  const prompts = await db
    .selectFrom('prompts')
    .innerJoin('prompt_tags', 'prompt_tags.prompt_id', 'prompts.id')
    .select('number')
    .where('brand_id', '=', brand.id)
    .where(inList('tag_id', wanted, 'uuid'))
    .groupBy('number')
    .having(postgres<boolean>`count(*) >= ${least}`)
    .execute()
  return prompts.map((prompt) => prompt.number)
}
