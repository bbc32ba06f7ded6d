import type { BrandContext } from '../../kernel/context.ts'
import type { SampleDesign } from '../../lib/statistics/sample-size.ts'
import { type FilterInput, readPromptFilters, type VisibilityVariance } from '../visibility/index.ts'
import { type UsdPerAnswer, usdPerAnswer } from './estimate-collection.ts'
import { type PlannedPrompt, plannedPrompts } from './planned-prompts.ts'
import { roundsPerMonth } from './rounds.ts'

const daysOfMonth = 30
/** What is reckoned with where nothing says how many prompts there are. */
const usualPrompts = 20

/** How an engine is asked, and what that costs. */
export interface DesignEngine extends UsdPerAnswer {
  engine: string
  /** Answers to one of the brand’s prompts in a day, on average: in all markets, rounds and repetitions. */
  runsPerDay: number
}

/** What a brand asks, by its plans, by the answers that it has, or by nothing but an assumption. */
export interface PlannedDesign {
  basis: 'plans' | 'answers' | 'assumed'
  /** Prompts that are asked; 0 where there are none. */
  prompts: number
  engines: DesignEngine[]
  /** As many prompts as are asked, or as many as usual. */
  design: Omit<SampleDesign, 'days'>
}

interface AskedEngine extends UsdPerAnswer {
  engine: string
  prompts: readonly string[]
  questionsPerDay: number
  /** Questions of a prompt that is asked in all markets of the plan. */
  perPrompt: number
  roundsPerDay: number
}

/** Reads what a brand asks of engines, as far as filters keep it. Without a plan its answers say how it did. */
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
  return { basis: 'assumed', prompts: 0, engines: [], design: designOf(usualPrompts, [], 1, 1) }
}

/** Without any prompt yet, plans say how often each that comes will be asked. */
function designOfPlans(plans: readonly AskedEngine[], promptsPerCluster: number): PlannedDesign {
  const prompts = new Set(plans.flatMap((plan) => plan.prompts)).size
  const asked = prompts === 0 ? plans : plans.filter(({ questionsPerDay }) => questionsPerDay > 0)
  const engines = asked.map(({ engine, questionsPerDay, perPrompt, usd, basis }) => {
    return { engine, runsPerDay: prompts === 0 ? perPrompt : questionsPerDay / prompts, usd, basis }
  })
  const askedDays = Math.min(1, Math.max(...asked.map(({ roundsPerDay }) => roundsPerDay)))
  const design = designOf(prompts === 0 ? usualPrompts : prompts, engines, promptsPerCluster, askedDays)
  return { basis: 'plans', prompts, engines, design }
}

/** Engines that are asked unequally often count for less than there are; without any, one is taken to be asked once a day. */
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
        // Whole questions a month, as the estimate of costs counts them.
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

/**
 * What a day of a design costs in US dollars: each engine keeps its part of all answers. Null where nobody is asked, or a price
 * is not known.
 */
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
