import { z } from 'zod'
import type { BrandContext } from '../../../kernel/context.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { unansweredRows } from '../../answers/index.ts'
import { inPeriod, inSnapshot } from '../count-answers.ts'
import { executions } from '../shapes.ts'
import { type FilterInput, readFilters } from './filters.ts'
import type { StoredPrompt } from './prompt-classes.ts'
import type { View } from './view.ts'

const both = (meaning: string) => z.object({ prompts: z.int(), answers: z.int() }).describe(meaning)

/** Answers that a figure counts and excludes, with the reasons. */
export const excludedShape = {
  counted: z
    .object({
      prompts: z.int().describe('Prompts with answers, including deleted prompts.'),
      answers: executions,
      switched_off: both('Inactive prompts, and their answers in the period.'),
      deleted: both('Deleted prompts, and their answers. These have no topic and no tags.'),
    })
    .describe('Prompts and answers that match the filters.'),
  left_out: z
    .object({
      other_filters: both('Answers in the period that do not match the filters, and prompts without matching answers.'),
      deleted: both('Answers to deleted prompts that a topic or tag filter excludes.'),
      switched_off: z
        .object({ prompts: z.int() })
        .describe('Inactive prompts that match the filters and have no answers in the period.'),
      without_answers: z
        .object({ prompts: z.int() })
        .describe('Active prompts that match the filters and have no answers in the period.'),
      none_shown: both('Number of times the engine showed no answer.'),
      failed: both('Answers that the provider reported as failed.'),
      unreadable: both('Answers in a format that Sightline cannot read.'),
      not_collected: z.object({ answers: z.int() }).describe('Planned answers that failed or are in progress.'),
      competitors_switched_off: z
        .array(z.string())
        .describe('Inactive competitors. Their mentions and positions do not count.'),
      competitors_being_read: z
        .array(z.string())
        .describe('Competitors whose history Sightline is still reading. They count when it finishes.'),
    })
    .describe('Prompts, answers and competitors that the figure excludes, by reason.'),
}

/** Answers to one prompt. */
export interface AnswersOfPrompt {
  prompt: number
  /** All answers in the period. */
  whole: number
  /** Answers that match the engine and market filters. */
  asked: number
  /** Answers that match all filters. */
  kept: number
}

/**
 * Reads what a view's figures count and exclude.
 * @param notCollected planned answers without a result
 */
export async function readExcluded(
  ctx: BrandContext,
  view: View,
  prompts: readonly StoredPrompt[],
  byPrompt: Promise<readonly AnswersOfPrompt[]>,
  notCollected: number,
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
      not_collected: { answers: notCollected },
      competitors_switched_off: switchedOff,
      competitors_being_read: view.entities.filter(({ isRead }) => !isRead).map(({ name }) => name),
    },
  }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Counts prompts with excluded answers and no counted ones. */
const leftOutOf = (rows: readonly { out: number; kept: number }[]) => ({
  prompts: rows.filter(({ out, kept }) => out > 0 && kept === 0).length,
  answers: sum(rows.map(({ out }) => out)),
})

export async function countByPrompt(
  { services, brand }: BrandContext,
  input: FilterInput,
  view: View,
): Promise<AnswersOfPrompt[]> {
  const { engine, country } = input
  const { condition } = await readFilters(services, brand, { engine, country }, brand.last_prompt)
  const rows = await services.clickhouse.query<{ prompt: number } & Record<'whole' | 'asked' | 'kept', string>>(
    sql`SELECT prompt, count() AS whole, countIf(${condition}) AS asked, countIf(${view.condition}) AS kept
      FROM readings PREWHERE ${inSnapshot(view.snapshot, view.period)} GROUP BY prompt`,
  )
  return rows.map(({ prompt, whole, asked, kept }) => ({
    prompt,
    whole: Number(whole),
    asked: Number(asked),
    kept: Number(kept),
  }))
}

async function countOutcomes({ services }: BrandContext, view: View) {
  const condition = sql.and([inPeriod(view.period), view.condition])
  const unanswered = unansweredRows(view.snapshot, sql`answer_id, prompt, outcome`, condition)
  const rows = await services.clickhouse.query<{ outcome: string; times: string; prompts: string }>(
    sql`SELECT outcome, count() AS times, uniqExact(prompt) AS prompts FROM ${unanswered} GROUP BY outcome`,
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
