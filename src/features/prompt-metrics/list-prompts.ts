import { sql } from 'kysely'
import { z } from 'zod'
import type { BrandContext } from '../../core/context.ts'
import { defineOperation } from '../../core/operation.ts'
import { newestFirst, rowPosition } from '../../core/walk.ts'
import {
  computedRows,
  type FilterInput,
  noAnswers,
  openView,
  periodSchema,
  readFilters,
} from '../visibility/index.ts'
import {
  answerFilters,
  countByPrompt,
  promptFilters,
  promptMetricsShape,
  promptsWithTopics,
  readTags,
  showPromptMetrics,
} from './prompt-metrics.ts'

/**
 * Prompts walk by key; the figures of all pages are of the state that the first one saw. Lazy, as this feature and those
 * that it uses import each other.
 */
const position = z.object({ view: z.lazy(() => computedRows.position), after: rowPosition })

export const listPrompts = defineOperation({
  name: 'list-prompts',
  summary: 'Prompts with the brand’s figures over their answers, newest first',
  description:
    'Topics, tags and is_active choose prompts; dates, engines and countries the answers that figures are made of.',
  on: 'brand',
  access: 'read:prompts',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/prompts', limit: 'read' },
  fields: {
    ...answerFilters,
    ...promptFilters,
    is_active: z.boolean().optional().describe('Only prompts that are asked, or only those that are not'),
  },
  list: { position, defaultLimit: 20 },
  data: z.array(z.object(promptMetricsShape)),
  meta: z.object({ brand_id: z.uuid(), period: periodSchema, total: z.int().describe('Prompts') }),
  async run({ ctx, input, page }) {
    const { start_date, end_date, engine, country } = input
    const view = await openView(ctx, { start_date, end_date, engine, country }, page.after?.view)
    const { last_prompt: lastPrompt } = view.at(0)
    let prompts = promptsWithTopics(ctx).where('number', '<=', lastPrompt)
    for (const chosen of await chosenPrompts(ctx, input, lastPrompt)) prompts = prompts.where(chosen)
    if (input.is_active !== undefined) prompts = prompts.where('is_active', '=', input.is_active)
    const [{ rows, next }, { total }] = await Promise.all([
      newestFirst(prompts, 'prompts', { limit: page.limit, after: page.after?.after }),
      prompts
        .clearSelect()
        .select((expression) => expression.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ])
    const [tags, counts] = await Promise.all([
      readTags(
        ctx,
        rows.map((row) => row.id),
      ),
      countByPrompt(
        ctx,
        view,
        rows.map((row) => row.number),
      ),
    ])
    return {
      data: rows.map((row) =>
        showPromptMetrics(row, tags, view.entities, counts.get(String(row.number)) ?? noAnswers()),
      ),
      meta: { brand_id: ctx.brand.id, period: view.period, total },
      next: next === undefined ? undefined : { view: view.at(0), after: next },
    }
  },
})

/** What the filters on topics and on tags ask of prompts: the same that they ask of answers elsewhere. */
async function chosenPrompts(
  { services, brand }: BrandContext,
  { topic_id, tag_id, tag_match_mode }: FilterInput,
  lastPrompt: number,
) {
  const [topics, tags] = await Promise.all([
    readFilters(services, brand, { topic_id }, lastPrompt),
    readFilters(services, brand, { tag_id, ...(tag_match_mode && { tag_match_mode }) }, lastPrompt),
  ])
  const among = (numbers: number[]) => sql<boolean>`number = any(${numbers}::bigint[])`
  const isExcluding = tag_match_mode?.startsWith('exclude') === true
  return [
    ...topics.prompts.map(among),
    ...tags.prompts.map((numbers) => (isExcluding ? sql<boolean>`not ${among(numbers)}` : among(numbers))),
  ]
}
