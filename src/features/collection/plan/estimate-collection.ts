import { z } from 'zod'
import type { BrandContext } from '../../../kernel/context.ts'
import { utcTimestamp } from '../../../kernel/fields.ts'
import { defineOperation, forViewers } from '../../../kernel/operation.ts'
import { type ListPrice, listPricesOf, pricesIn } from '../../../lib/providers/prices.ts'
import { providerOf } from '../../../lib/providers/providers.ts'
import type { Source } from '../../sources/index.ts'
import { budgetsOf, remainingNanos } from '../money/budget.ts'
import { enoughAnswers, maxCost, measuredCosts, shippedCost } from '../money/cost.ts'
import { toUsd } from '../money/money.ts'
import type { Plan } from './plan.ts'
import { plannedPrompts } from './planned-prompts.ts'
import { roundsBetween, roundsPerMonth } from './rounds.ts'

/** Length of most prompts, for maximum costs. */
const longPrompt = 'x'.repeat(200)

const priceSchema = z.object({
  model: z.string(),
  date: z.string(),
  source: z.string(),
  prices: z.record(z.string(), z.number()).describe('In US dollars.'),
})

const range = z.object({ low: z.number(), high: z.number() })
type Range = z.infer<typeof range>

const engineSchema = z.object({
  engine: z.string(),
  source: z.string().nullable().describe('Name of the source.'),
  next_run_at: utcTimestamp.describe('Start of the next scheduled run (UTC).'),
  prompts: z.int().describe('Prompts of the plan.'),
  answers_per_month: z.int().describe('Answers per 30 days.'),
  usd_per_answer: z.number().nullable().describe('Null without a known price; set one with update-source --price.'),
  usd_per_month: z.number().nullable(),
  usd_per_month_range: range.nullable(),
  basis: z
    .enum(['measured', 'typical', 'at_most'])
    .nullable()
    .describe(
      `\`measured\`: mean cost of the source’s answers in the last 30 days, from ${enoughAnswers} answers on; \`typical\`: usage shipped with the prices; \`at_most\`: a fixed price per answer.`,
    ),
  usd_at_most: z.number().nullable().describe('Maximum cost of one answer, which each request reserves.'),
  prices: z.array(priceSchema).describe('List prices with their date and source.'),
})

export const estimateCollection = defineOperation({
  ...forViewers,
  name: 'estimate-collection',
  summary: 'Estimate the monthly answers and costs of a brand’s plans',
  fields: {},
  data: z.object({
    answers_per_month: z.int(),
    usd_per_month: z.number().nullable().describe('Null if the price of an engine is unknown.'),
    usd_per_month_range: range
      .nullable()
      .describe('Half to twice the typical cost, or the 10th to 90th percentile of measured costs per answer.'),
    budget_usd: z.number().nullable().describe('Monthly budget. Null without one.'),
    left_usd: z.number().nullable().describe('Budget remaining this month.'),
    spent_usd: z.number().describe('Cost of the brand’s answers that arrived this month (UTC).'),
    fits: z
      .object({ answers_per_month: z.int(), note: z.string() })
      .nullable()
      .describe('Part of the plans that the budget covers. Null if all fit, or without a price or budget.'),
    engines: z.array(engineSchema),
    paused: z.array(z.string()).describe('Engines with paused plans.'),
  }),
  async run({ ctx }) {
    const { services, brand } = ctx
    const stored = services.db.selectFrom('collection_plans').selectAll().where('brand_id', '=', brand.id)
    const plans = await stored.orderBy('engine').execute()
    const active = plans.filter(({ is_active }) => is_active)
    const paused = plans.filter(({ is_active }) => !is_active).map(({ engine }) => engine)
    const engines = await Promise.all(active.map((plan) => estimatePlan(ctx, plan)))
    const answers = engines.reduce((sum, { answers_per_month }) => sum + answers_per_month, 0)
    const costs = engines.map(({ usd_per_month }) => usd_per_month)
    const usd = costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
    const payer = { workspaceId: brand.workspace_id, brandId: brand.id }
    const states = await budgetsOf(services.db, payer, services.now())
    const set = Object.values(states).flatMap(({ monthly }) => (monthly === null ? [] : [monthly]))
    const budget = set.length === 0 ? null : toUsd(Math.min(...set))
    const left = remainingNanos(states)
    return {
      data: {
        answers_per_month: answers,
        usd_per_month: usd === null ? null : rounded(usd),
        usd_per_month_range: sumOfRanges(engines.map(({ usd_per_month_range }) => usd_per_month_range)),
        budget_usd: budget,
        left_usd: left === null ? null : toUsd(Math.max(0, left)),
        spent_usd: toUsd(states.brand.spent),
        fits: affordablePart(answers, usd, budget),
        engines,
        paused,
      },
    }
  },
})

function affordablePart(answers: number, usd: number | null, budget: number | null) {
  if (usd === null || budget === null || usd <= budget) return null
  const share = budget / usd
  return {
    answers_per_month: Math.floor(answers * share),
    note: `The budget covers ${Math.floor(share * 100)}% of the plans; reduce the frequency, markets or prompts`,
  }
}

async function estimatePlan({ services }: BrandContext, plan: Plan): Promise<z.input<typeof engineSchema>> {
  const prompts = await plannedPrompts(services.db, plan)
  const questions = prompts.reduce((sum, { countries }) => sum + countries.length, 0) * plan.replicates
  const answers = Math.round(questions * roundsPerMonth(plan))
  const { usd, perAnswer, most, basis, source } = await usdPerAnswer(services, plan)
  const model = source === undefined ? '' : providerOf(source.kind).protocol.pricedAs(exampleOf(plan, source))
  const listed = source === undefined ? [] : listPricesOf(source.kind, model, source.listed_prices)
  return {
    engine: plan.engine,
    source: source?.name ?? null,
    next_run_at: nextRun(plan, services.now()).toISOString(),
    prompts: prompts.length,
    answers_per_month: answers,
    usd_per_answer: usd === null ? null : rounded(usd),
    usd_per_month: usd === null ? null : rounded(usd * answers),
    usd_per_month_range:
      perAnswer === null ? null : { low: rounded(perAnswer.low * answers), high: rounded(perAnswer.high * answers) },
    basis,
    usd_at_most: most === null ? null : rounded(most),
    prices: listed.map(serializePrice),
  }
}

/** Runs start at least once per week. */
function nextRun(plan: Plan, now: Date): Date {
  const rounds = roundsBetween(plan, now, new Date(now.getTime() + 8 * 86_400_000))
  return rounds.find(({ start }) => start > now)?.start ?? now
}

const rounded = (usd: number) => Math.round(usd * 1e6) / 1e6

/** Null if one is unknown. */
function sumOfRanges(ranges: readonly (Range | null)[]): Range | null {
  const known = ranges.filter((one) => one !== null)
  const sum = (of: keyof Range) => rounded(known.reduce((total, one) => total + one[of], 0))
  return known.length < ranges.length ? null : { low: sum('low'), high: sum('high') }
}

const serializePrice = (price: ListPrice) => {
  const { model, date, source } = price
  return { model, date, source, prices: pricesIn(price) }
}

type Asked = Pick<Plan, 'engine' | 'source_id' | 'countries' | 'language'>

const exampleOf = ({ engine, countries: [country = 'US'], language }: Asked, { model }: Source) => ({
  id: '00000000-0000-0000-0000-000000000000',
  engine,
  prompt: longPrompt,
  country,
  language,
  model,
})

export interface UsdPerAnswer {
  /** Null without a known price. */
  usd: number | null
  basis: 'measured' | 'typical' | 'at_most' | null
  perAnswer: Range | null
  /** Maximum cost of one answer. */
  most: number | null
}

/** Cost per answer of a plan in US dollars. The source is undefined if it was deleted. */
export async function usdPerAnswer(
  { db, now }: BrandContext['services'],
  plan: Asked,
): Promise<UsdPerAnswer & { source: Source | undefined }> {
  const sources = db.selectFrom('sources').selectAll().where('id', '=', plan.source_id)
  const source = plan.source_id === null ? undefined : await sources.executeTakeFirst()
  const unknown = { usd: null, basis: null, perAnswer: null, most: null, source }
  if (source === undefined) return unknown
  const { protocol } = providerOf(source.kind)
  const max = maxCost(protocol, source, exampleOf(plan, source))
  const most = max === null ? null : toUsd(max)
  const measured = await measuredCosts(db, source.id, plan.engine, now())
  if (measured !== undefined) {
    const perAnswer = { low: toUsd(measured.low), high: toUsd(measured.high) }
    return { usd: toUsd(measured.mean), basis: 'measured', perAnswer, most, source }
  }
  const typical = shippedCost(protocol, source, exampleOf(plan, source))
  if (typical === null || most === null) return unknown
  const usd = toUsd(typical)
  // A vendor's price per task is exact.
  if (usd === most) return { usd, basis: 'at_most', perAnswer: { low: usd, high: usd }, most, source }
  return { usd, basis: 'typical', perAnswer: { low: usd / 2, high: Math.min(usd * 2, most) }, most, source }
}
