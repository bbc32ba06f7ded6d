import type { BrandContext } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import {
  answersOf,
  countGroups,
  lastDays,
  noAnswers,
  openViewWith,
  readTopics,
  type View,
} from '../visibility/index.ts'
import { findModelSuggestions } from './model-suggestions.ts'
import { readQueries } from './read-queries.ts'
import type { SuggestionInput } from './suggestion.ts'

/** Length of the window in days, including today. */
const windowDays = 90

/**
 * @param after the position of the previous page, whose state is used
 * @throws ApiError invalid_cursor if the input for suggestions has changed since then
 */
export async function readEvidence(ctx: BrandContext, after?: Parameters<typeof openViewWith>[2]) {
  const period = lastDays(windowDays, ctx.services.now())
  const { view, more: known } = await openViewWith(ctx, period, after, (lastPrompt) => readKnown(ctx, lastPrompt))
  const [queries, material] = await Promise.all([readQueries(ctx, view), readMaterial(ctx, view, known)])
  return { view, queries, material, told: known.told }
}

type Known = Awaited<ReturnType<typeof readKnown>>

async function readKnown({ services, brand }: BrandContext, lastPrompt: number) {
  const { db } = services
  const [topics, products, competitors, prompts, told] = await Promise.all([
    readTopics(services, brand, lastPrompt),
    db
      .selectFrom('products')
      .select(['id', 'name', 'kind', 'parent_id'])
      .where('brand_id', '=', brand.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('competitors')
      .select(['id', 'name', 'aliases', 'relation', 'number'])
      .where('brand_id', '=', brand.id)
      .where('is_active', '=', true)
      .orderBy('number')
      .execute(),
    db
      .selectFrom('prompts')
      .select(['number', 'text', 'topic_id', 'countries'])
      .where('brand_id', '=', brand.id)
      .where('number', '<=', lastPrompt)
      .orderBy('number')
      .execute(),
    findModelSuggestions(db, brand.id),
  ])
  // Excludes timestamps, which do not affect the result.
  const shown = told && { model: told.model, problem: told.problem, suggestions: told.suggestions }
  return { topics, products, competitors, prompts, told: shown ?? null }
}

async function readMaterial(
  ctx: BrandContext,
  view: View,
  { topics, products, competitors, prompts }: Known,
): Promise<SuggestionInput> {
  const [groups, markets] = await Promise.all([countGroups(ctx, view, view.period), readMarkets(ctx, view)])
  const counts = groups.get('') ?? noAnswers()
  for (const { number, countries } of prompts) if (countries.length > 0) markets.set(number, countries)
  const named = competitors.map(({ id, name, aliases, relation, number }) => {
    const answers = counts.entities.get(number)?.answers ?? 0
    return { id, name, aliases, relation, answers }
  })
  return {
    brand: ctx.brand,
    competitors: named.sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1)),
    products,
    topics,
    prompts: prompts.map(({ number, text, topic_id }) => ({ number, text, topicId: topic_id })),
    markets,
    answers: counts.executions,
  }
}

async function readMarkets({ services }: BrandContext, view: View): Promise<Map<number, readonly string[]>> {
  const rows = await services.clickhouse.query<{ prompt: string; countries: string[] }>(
    sql`SELECT prompt, arraySort(groupUniqArray(country)) AS countries FROM readings
      WHERE ${answersOf(view)} AND country != '' GROUP BY prompt`,
  )
  return new Map(rows.map(({ prompt, countries }) => [Number(prompt), countries]))
}
