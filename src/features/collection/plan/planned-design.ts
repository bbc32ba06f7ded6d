import type { BrandContext } from '../../../kernel/context.ts'
import type { SampleDesign } from '../../../lib/statistics/sample-size.ts'
import { type FilterInput, readPromptFilters, type VisibilityVariance } from '../../visibility/index.ts'
import { type UsdPerAnswer, usdPerAnswer } from './estimate-collection.ts'
import { type PlannedPrompt, plannedPrompts } from './planned-prompts.ts'
import { roundsPerMonth } from './rounds.ts'

const daysOfMonth = 30
/** Assumed number of prompts if none exist. */
const assumedPrompts = 20

/** Frequency and cost of an engine. */
export interface DesignEngine extends Pick<UsdPerAnswer, 'usd' | 'basis'> {
  engine: string
  /** Average answers per prompt and day, over all markets, runs and replicates. */
  runsPerDay: number
}

/** The current frequency of a brand, from its plans, its answers or an assumption. */
export interface PlannedDesign {
  basis: 'plans' | 'answers' | 'assumed'
  /** Prompts that run now; 0 without any. */
  prompts: number
  engines: DesignEngine[]
  /** For the current prompts, or the assumed number. */
  design: Omit<SampleDesign, 'days'>
}

interface AskedEngine extends Pick<UsdPerAnswer, 'usd' | 'basis'> {
  engine: string
  prompts: readonly string[]
  questionsPerDay: number
  /** Slots per day of a prompt that runs in all markets of the plan. */
  perPrompt: number
  roundsPerDay: number
}

/** Reads a brand's current frequency within the filters. Without plans, its answers determine it. */
export async function readPlannedDesign(
  ctx: BrandContext,
  input: FilterInput,
  variance: VisibilityVariance,
): Promise<PlannedDesign> {
  const plans = (await readAskedEngines(ctx, input)).filter(({ perPrompt }) => perPrompt > 0)
  const promptsPerCluster = variance.clusters === 0 ? 1 : variance.prompts / variance.clusters
  if (plans.length > 0) return designOfPlans(plans, promptsPerCluster)
  if (variance.answers > 0) {
    const engines = [...variance.engines].map(([engine, answers]) => {
      return { engine, runsPerDay: answers / variance.prompts / variance.span, usd: null, basis: null }
    })
    const askedDays = variance.days / variance.span
    const design = designOf(variance.prompts, engines, promptsPerCluster, askedDays)
    return { basis: 'answers', prompts: variance.prompts, engines, design }
  }
  return { basis: 'assumed', prompts: 0, engines: [], design: designOf(assumedPrompts, [], 1, 1) }
}

/** Without prompts, plans determine the frequency of future ones. */
function designOfPlans(plans: readonly AskedEngine[], promptsPerCluster: number): PlannedDesign {
  const prompts = new Set(plans.flatMap((plan) => plan.prompts)).size
  const asked = prompts === 0 ? plans : plans.filter(({ questionsPerDay }) => questionsPerDay > 0)
  const engines = asked.map(({ engine, questionsPerDay, perPrompt, usd, basis }) => {
    return { engine, runsPerDay: prompts === 0 ? perPrompt : questionsPerDay / prompts, usd, basis }
  })
  const askedDays = Math.min(1, Math.max(...asked.map(({ roundsPerDay }) => roundsPerDay)))
  const design = designOf(prompts === 0 ? assumedPrompts : prompts, engines, promptsPerCluster, askedDays)
  return { basis: 'plans', prompts, engines, design }
}

/** Engines with unequal frequencies count as fewer engines. Without engines, assumes one run per day. */
function designOf(
  prompts: number,
  engines: readonly DesignEngine[],
  promptsPerCluster: number,
  askedDays: number,
): PlannedDesign['design'] {
  const runs = engines.length === 0 ? [1] : engines.map(({ runsPerDay }) => runsPerDay)
  const runsPerDay = runs.reduce((all, value) => all + value, 0)
  const squares = runs.reduce((all, value) => all + value * value, 0)
  return { prompts, promptsPerCluster, engines: (runsPerDay * runsPerDay) / squares, runsPerDay, askedDays }
}

async function readAskedEngines(ctx: BrandContext, input: FilterInput): Promise<AskedEngine[]> {
  const { services, brand } = ctx
  const [plans, isKept] = await Promise.all([
    services.db
      .selectFrom('collection_plans')
      .selectAll()
      .where('brand_id', '=', brand.id)
      .where('is_active', '=', true)
      .orderBy('engine')
      .execute(),
    promptFilter(ctx, input),
  ])
  const wanted = plans.filter(({ engine }) => input.engine?.includes(engine) ?? true)
  return Promise.all(
    wanted.map(async (plan): Promise<AskedEngine> => {
      const countries = plan.countries.filter((country) => input.country?.includes(country) ?? true)
      const prompts = (await plannedPrompts(services.db, { ...plan, countries })).filter(isKept)
      const questions = prompts.reduce((all, prompt) => all + prompt.countries.length, 0) * plan.replicates
      const roundsPerDay = roundsPerMonth(plan) / daysOfMonth
      return {
        engine: plan.engine,
        prompts: prompts.map(({ id }) => id),
        // Whole slots per month, as in the cost estimate.
        questionsPerDay: Math.round(questions * roundsPerMonth(plan)) / daysOfMonth,
        perPrompt: countries.length * plan.replicates * roundsPerDay,
        roundsPerDay,
        ...(await usdPerAnswer(services, plan)),
      }
    }),
  )
}

async function promptFilter({ services, brand }: BrandContext, input: FilterInput) {
  const filters = (await readPromptFilters(services, brand, input)).map(({ keeps, numbers }) => {
    return { keeps, numbers: new Set(numbers) }
  })
  return ({ number }: PlannedPrompt) => filters.every(({ keeps, numbers }) => numbers.has(number) === keeps)
}

/** Daily cost in US dollars, each engine's share unchanged. Null without engines or a known price. */
export function usdPerDay(
  { engines, design }: PlannedDesign,
  { prompts, runsPerDay }: Pick<SampleDesign, 'prompts' | 'runsPerDay'>,
): number | null {
  if (engines.length === 0) return null
  let usd = 0
  for (const { runsPerDay: runs, usd: each } of engines) {
    if (each === null) return null
    usd += runs * each
  }
  return usd * prompts * (runsPerDay / design.runsPerDay)
}
