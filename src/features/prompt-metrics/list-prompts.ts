import { sql } from 'kysely'
import { z } from 'zod'
import { cacheByDataVersion } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { brandRead, defineOperation, type Page } from '../../kernel/operation.ts'
import { newestFirst, type RowPosition, rowPosition } from '../../kernel/pagination.ts'
import { inList } from '../../stores/postgres-rows.ts'
import { promptVersion } from '../prompts/index.ts'
import {
  compareField,
  comparisonField,
  comparisonMeta,
  computedRows,
  type FilterInput,
  metaOfComparison,
  metricCatalog,
  noAnswers,
  openView,
  type Period,
  periodSchema,
  readFilters,
  readPromptChanges,
  serializeListed,
} from '../visibility/index.ts'
import { enginesOf, enginesSchema, trendSchema, trendsOf } from './breakdowns.ts'
import {
  answerFilters,
  countByPrompt,
  type PromptInContext,
  promptFilters,
  promptMetricsShape,
  promptsInContext,
  serializePromptMetrics,
} from './prompt-metrics.ts'

/** Pages by key, with figures in the state of the first page. Lazy because of circular imports. */
const position = z.object({ view: z.lazy(() => computedRows.position), after: rowPosition })

/** Default page size. */
const firstPage = 20

export const listPrompts = defineOperation({
  name: 'list-prompts',
  summary: 'List prompts with the brand’s figures, newest first',
  description:
    'topic_id, tag_id and is_active filter prompts; dates, engine and country filter the answers behind the figures.',
  ...brandRead('read:prompts', '/prompts', ['answers', 'readings']),
  shows: promptVersion,
  fields: {
    ...answerFilters,
    ...promptFilters,
    is_active: z.boolean().optional().describe('Filter by active or inactive prompts.'),
    include: z
      .array(z.enum(['trend', 'engines']))
      .optional()
      .describe('Additional data to return for each prompt.'),
    compare_to_previous: compareField,
  },
  list: { position, defaultLimit: firstPage },
  data: z.array(
    z.object({
      ...promptMetricsShape,
      comparison: comparisonField(metricCatalog.visibility_pct, 'if neither period has answers'),
      trend: trendSchema.optional(),
      engines: enginesSchema.optional(),
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    total: z.int().describe('Number of prompts.'),
    comparison: comparisonMeta,
  }),
  async run({ ctx, input, page }) {
    const { start_date, end_date, engine, country, compare_to_previous } = input
    const overAnswers = { start_date, end_date, engine, country, compare_to_previous }
    const view = await openView(ctx, overAnswers, page.after?.view)
    const { last_prompt: lastPrompt } = view.at(0)
    const { rows, next, total } = await choosePrompts(ctx, input, lastPrompt, {
      limit: page.limit,
      after: page.after?.after,
    })
    const numbers = rows.map(({ number }) => number)
    const isWanted = (part: 'trend' | 'engines') => rows.length > 0 && input.include?.includes(part) === true
    const compare = async (previous: Period) =>
      readPromptChanges(ctx, overAnswers, view, previous, await numbersOf(ctx, input, lastPrompt))
    const [counts, compared, trend, engines] = await Promise.all([
      countByPrompt(ctx, view, numbers),
      view.previous && compare(view.previous),
      isWanted('trend') ? trendsOf(ctx, view, numbers) : undefined,
      isWanted('engines') ? enginesOf(ctx, view, numbers) : undefined,
    ])
    return {
      data: rows.map((row) => ({
        ...serializePromptMetrics(row, view.entities, counts.get(String(row.number)) ?? noAnswers()),
        ...(compared && { comparison: serializeListed(compared.changes.get(row.number)) }),
        ...(trend === undefined ? {} : { trend: trend(row.number) }),
        ...(engines === undefined ? {} : { engines: engines(row.number) }),
      })),
      meta: { brand_id: ctx.brand.id, period: view.period, total, ...metaOfComparison(view, compared) },
      next: next === undefined ? undefined : { view: view.at(0), after: next },
    }
  },
})

type PromptFilters = FilterInput & { is_active?: boolean | undefined }

interface ChosenPrompts {
  rows: PromptInContext[]
  next: RowPosition | undefined
  total: number
}

/** Reads a page of prompts. Caches the unfiltered first page, which users open most. */
async function choosePrompts(
  ctx: BrandContext,
  filters: PromptFilters,
  lastPrompt: number,
  page: Page<RowPosition>,
): Promise<ChosenPrompts> {
  const read = () => readPrompts(ctx, filters, lastPrompt, page)
  const isFirst =
    page.after === undefined &&
    page.limit === firstPage &&
    filters.topic_id === undefined &&
    filters.tag_id === undefined
  return isFirst ? cacheByDataVersion(ctx.services, ctx.brand, `prompts ${filters.is_active}`, read) : read()
}

async function readPrompts(
  ctx: BrandContext,
  filters: PromptFilters,
  lastPrompt: number,
  page: Page<RowPosition>,
): Promise<ChosenPrompts> {
  const prompts = await promptsOf(ctx, filters, lastPrompt)
  const [{ rows, next }, { total }] = await Promise.all([
    newestFirst(prompts, 'prompts', page),
    prompts
      .clearSelect()
      .select((expression) => expression.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, next, total }
}

async function promptsOf(ctx: BrandContext, filters: PromptFilters, lastPrompt: number) {
  let prompts = promptsInContext(ctx).where('number', '<=', lastPrompt)
  for (const chosen of await chosenPrompts(ctx, filters, lastPrompt)) prompts = prompts.where(chosen)
  return filters.is_active === undefined ? prompts : prompts.where('is_active', '=', filters.is_active)
}

async function numbersOf(ctx: BrandContext, filters: PromptFilters, lastPrompt: number): Promise<number[]> {
  const prompts = await promptsOf(ctx, filters, lastPrompt)
  return (await prompts.clearSelect().select('number').execute()).map(({ number }) => number)
}

/** The topic and tag filters as conditions on prompts, as elsewhere on answers. */
async function chosenPrompts(
  { services, brand }: BrandContext,
  { topic_id, tag_id, tag_match_mode }: FilterInput,
  lastPrompt: number,
) {
  const [topics, tags] = await Promise.all([
    readFilters(services, brand, { topic_id }, lastPrompt),
    readFilters(services, brand, { tag_id, ...(tag_match_mode && { tag_match_mode }) }, lastPrompt),
  ])
  const among = (numbers: number[]) => inList('number', numbers, 'bigint')
  const isExcluding = tag_match_mode?.startsWith('exclude') === true
  return [
    ...topics.prompts.map(among),
    ...tags.prompts.map((numbers) => (isExcluding ? sql<boolean>`not ${among(numbers)}` : among(numbers))),
  ]
}
