import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { unansweredRows } from '../answers/index.ts'
import { inPeriod, inSnapshot } from './count-answers.ts'
import { type FilterInput, readFilters } from './filters.ts'
import type { StoredPrompt } from './prompt-classes.ts'
import { executions } from './shapes.ts'
import type { View } from './view.ts'

const both = (meaning: string) => z.object({ prompts: z.int(), answers: z.int() }).describe(meaning)

/** What a figure counts, and what it leaves out and why. */
export const excludedShape = {
  counted: z
    .object({
      prompts: z.int().describe('Prompts with answers, also deleted ones'),
      answers: executions,
      switched_off: both(
        'Of them: prompts that are no longer asked. What they were answered in the period counts',
      ),
      deleted: both('Of them: prompts that were deleted. Their answers stay, but have no topic and no tags'),
    })
    .describe('What the filters leave'),
  left_out: z
    .object({
      other_filters: both(
        'Answers of the period that the filters do not want, and prompts of which they leave none',
      ),
      deleted: both(
        'Answers to deleted prompts that a filter on topics or tags leaves out, as these have none',
      ),
      switched_off: z
        .object({ prompts: z.int() })
        .describe('Prompts that fit and have no answers, as they are not asked'),
      without_answers: z
        .object({ prompts: z.int() })
        .describe('Prompts that fit, are asked and have no answers in the period'),
      none_shown: both('How often the engine was asked and showed no answer'),
      failed: both('Answers that their source says it could not get'),
      unreadable: both('Answers that came in a form that cannot be read'),
      not_collected: z
        .object({ answers: z.int() })
        .describe(
          'Questions that were to be asked by now and brought nothing: they failed, or are under way',
        ),
      competitors_switched_off: z
        .array(z.string())
        .describe('Competitors that are not followed: nobody counts their mentions, nor their places'),
      competitors_being_read: z
        .array(z.string())
        .describe('Competitors for whom the history is being read: they count once that is done'),
    })
    .describe('What does not count, and why'),
}

/** Answers to one prompt. */
export interface AnswersOfPrompt {
  prompt: number
  /** All of the period. */
  whole: number
  /** Those of the engines and markets asked for. */
  asked: number
  /** Those that all filters leave. */
  kept: number
}

/** Reads what a view's figures count and what they leave out. `not_collected` is added to each response. */
export async function readExcluded(
  ctx: BrandContext,
  view: View,
  prompts: readonly StoredPrompt[],
  byPrompt: Promise<readonly AnswersOfPrompt[]>,
) {
  const [rows, outcomes, switchedOff] = await Promise.all([
    byPrompt,
    countOutcomes(ctx, view),
    switchedOffCompetitors(ctx, view),
  ])
  const stored = new Map(prompts.map((prompt) => [prompt.number, prompt]))
  const answered = rows.filter(({ kept }) => kept > 0)
  const answeredBy = new Set(answered.map(({ prompt }) => prompt))
  const silent = prompts.filter(({ number, fits }) => fits && !answeredBy.has(number))
  const sumKept = (some: readonly AnswersOfPrompt[]) => ({
    prompts: some.length,
    answers: sum(some.map(({ kept }) => kept)),
  })
  const isDeleted = ({ prompt }: { prompt: number }) => !stored.has(prompt)
  return {
    counted: {
      ...sumKept(answered),
      switched_off: sumKept(answered.filter(({ prompt }) => stored.get(prompt)?.isActive === false)),
      deleted: sumKept(answered.filter(isDeleted)),
    },
    left_out: {
      other_filters: leftOutOf(
        rows.map((row) => ({ out: row.whole - (isDeleted(row) ? row.asked : row.kept), kept: row.kept })),
      ),
      deleted: leftOutOf(rows.filter(isDeleted).map(({ asked, kept }) => ({ out: asked - kept, kept }))),
      switched_off: { prompts: silent.filter(({ isActive }) => !isActive).length },
      without_answers: { prompts: silent.filter(({ isActive }) => isActive).length },
      none_shown: outcomes('none_shown'),
      failed: outcomes('failed'),
      unreadable: outcomes('unreadable'),
      not_collected: { answers: 0 },
      competitors_switched_off: switchedOff,
      competitors_being_read: view.entities.filter(({ isRead }) => !isRead).map(({ name }) => name),
    },
  }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Prompts count that have answers left out, and none that are kept. */
const leftOutOf = (rows: readonly { out: number; kept: number }[]) => ({
  prompts: rows.filter(({ out, kept }) => out > 0 && kept === 0).length,
  answers: sum(rows.map(({ out }) => out)),
})

/** Counts a period’s answers by prompt, with and without the filters. */
export async function countByPrompt(
  { services, brand }: BrandContext,
  input: FilterInput,
  view: View,
): Promise<AnswersOfPrompt[]> {
  const { engine, country } = input
  const { condition } = await readFilters(services, brand, { engine, country }, brand.last_prompt)
  const rows = await services.clickhouse.query<
    { prompt: number } & Record<'whole' | 'asked' | 'kept', string>
  >(
    sql`SELECT prompt, count() AS whole, countIf(${condition}) AS asked, countIf(${view.condition}) AS kept
      FROM readings PREWHERE ${inSnapshot(view.snapshot, view.period)} GROUP BY prompt`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return rows.map(({ prompt, whole, asked, kept }) => ({
    prompt,
    whole: Number(whole),
    asked: Number(asked),
    kept: Number(kept),
  }))
}

/** How often questions that the filters leave brought no answer, by what became of them. */
async function countOutcomes({ services }: BrandContext, view: View) {
  const condition = sql.and([inPeriod(view.period), view.condition])
  const unanswered = unansweredRows(view.snapshot, sql`answer_id, prompt, outcome`, condition)
  const rows = await services.clickhouse.query<{ outcome: string; times: string; prompts: string }>(
    sql`SELECT outcome, count() AS times, uniqExact(prompt) AS prompts FROM ${unanswered} GROUP BY outcome`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return (outcome: string) => {
    const row = rows.find((candidate) => candidate.outcome === outcome)
    return { prompts: Number(row?.prompts ?? 0), answers: Number(row?.times ?? 0) }
  }
}

async function switchedOffCompetitors({ services, brand }: BrandContext, view: View): Promise<string[]> {
  const rows = await services.db
    .selectFrom('competitors')
    .select(['id', 'name'])
    .where('brand_id', '=', brand.id)
    .where('is_active', '=', false)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.filter(({ id }) => !view.entities.some((entity) => entity.id === id)).map(({ name }) => name)
}
