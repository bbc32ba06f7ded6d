import { sql as postgres } from 'kysely'
import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Prompt } from '../prompts/index.ts'
import {
  type Counts,
  countGroups,
  type Entity,
  executions,
  figuresOf,
  figuresShape,
  plainFilterFields,
  serializeFigures,
  type View,
} from '../visibility/index.ts'

const { topic_id, tag_id, tag_match_mode, ...overAnswers } = plainFilterFields

/** The shared filters, split into those on answers and those on prompts. */
export const answerFilters = overAnswers
export const promptFilters = { topic_id, tag_id, tag_match_mode }

export const promptMetricsShape = {
  id: z.uuid(),
  text: z.string(),
  topic: z.object({ id: z.uuid(), name: z.string() }).meta(deprecatedFor('topic_id and topic_name')),
  tags: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('Tags, sorted by name.'),
  category_id: z.uuid().nullable().describe('Alignment category of the prompt.'),
  countries: z.array(z.string()).describe('Markets of the prompt. Empty for those of the plan.'),
  is_active: z.boolean(),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
  topic_id: z.uuid(),
  topic_name: z.string(),
  executions,
  ...figuresShape,
}

export type PromptInContext = Prompt & { topic_name: string; tags: { id: string; name: string }[] }

export const promptsInContext = ({ services, brand }: BrandContext) =>
  services.db
    .selectFrom('prompts')
    .innerJoin('topics', 'topics.id', 'prompts.topic_id')
    .selectAll('prompts')
    .select(['topics.name as topic_name', tagsOfPrompt.as('tags')])
    .where('prompts.brand_id', '=', brand.id)

const tagsOfPrompt = postgres<PromptInContext['tags']>`(
  select coalesce(json_agg(json_build_object('id', tags.id, 'name', tags.name) order by tags.name, tags.id), '[]')
  from prompt_tags join tags on tags.id = prompt_tags.tag_id where prompt_tags.prompt_id = prompts.id)`

export function countByPrompt(ctx: BrandContext, view: View, numbers: readonly number[]): Promise<Map<string, Counts>> {
  const condition = sql.and([view.condition, sql`prompt IN ${numbers}`])
  return countGroups(ctx, view, view.period, sql`prompt`, { condition })
}

export function serializePromptMetrics(row: PromptInContext, entities: readonly Entity[], counts: Counts) {
  const [own] = figuresOf(entities, counts).filter(({ entity }) => entity.isOurBrand)
  if (own === undefined) throw new Error('the brand is missing from its entities')
  const topic = { id: row.topic_id, name: row.topic_name }
  return showRow(z.object(promptMetricsShape), {
    ...row,
    topic,
    executions: counts.executions,
    ...serializeFigures(own),
  })
}
