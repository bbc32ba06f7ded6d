import { z } from 'zod'
import type { BrandContext } from '../../../kernel/context.ts'
import { pooledCorrelation } from '../../../lib/statistics/day-model.ts'
import { dayVariance, estimateChange } from '../../../lib/statistics/matched-change.ts'
import { meanOf, pairOf } from '../../../lib/statistics/panel.ts'
import { promptLevels, testPrompt } from '../../../lib/statistics/prompt-change.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { brandEntity } from '../../answers/index.ts'
import { type Period, periodSchema } from '../period.ts'
import { type FilterInput, filterFields } from '../view/filters.ts'
import { findHistory, readSteps } from '../view/history.ts'
import type { View } from '../view/view.ts'
import { type ChangeGroup, namedIn, openGroups, type WeightedCell } from './change-sums.ts'
import { type CountedArrays, countChanges, inBoth, presenceOf } from './count-changes.ts'
import { figureChangeSchema, serializeFigureChange } from './figure-change.ts'
import { type FigureChange, gapOf, giveVerdicts, judgeList } from './read-changes.ts'

/** The changes of a list, tested together. */
export interface JudgedChanges<Key> {
  changes: ReadonlyMap<Key, FigureChange>
  tested: number
  /** Share of the up and down verdicts that can be false. */
  fdr: number
}

/** Parameter for lists that compare each row with the previous period. */
export const compareField = filterFields.compare_to_previous.describe(
  'Test each row’s change since the previous period.',
)

/**
 * How the figure of a row changed. Absent without a comparison.
 * @param missing the condition under which it is null
 */
export const comparisonField = (meaning: string, missing: string) =>
  figureChangeSchema(meaning)
    .nullable()
    .optional()
    .describe(`${meaning} All rows of the list are tested together. Null ${missing}.`)

/** Fields that a comparison adds to the meta of a list. */
export const comparisonMeta = z
  .object({
    previous_period: periodSchema,
    tested: z.int().describe('Changes tested, on all pages.'),
    fdr: z.number().describe('Share of the up and down verdicts that can be false.'),
  })
  .optional()

export const serializeListed = (change: FigureChange | undefined) =>
  change === undefined ? null : serializeFigureChange('visibility_pct', change)

export const metaOfComparison = <Key>({ previous }: View, compared: JudgedChanges<Key> | undefined) =>
  previous === undefined || compared === undefined
    ? {}
    : { comparison: { previous_period: previous, tested: compared.tested, fdr: compared.fdr } }

/** Daily swings hardly correlate the answers to one prompt, so prompt lists always use this rate. */
const promptRate = 0.1

/**
 * Compares the brand's visibility per prompt with the previous period. Omits prompts without answers in
 * either period.
 * @param numbers the prompts of all pages of the list
 */
export async function readPromptChanges(
  ctx: BrandContext,
  input: FilterInput,
  view: View,
  before: Period,
  numbers: readonly number[],
): Promise<JudgedChanges<number>> {
  const named = presenceOf(sql`arrayFilter(e -> e = ${brandEntity}, mentions.entity)`)
  const group = await readPresence(ctx, input, view, before, named, [brandEntity])
  if (group === undefined) return { changes: new Map(), tested: 0, fdr: promptRate }
  const estimate = estimateChange(group.figure('visibility_pct', brandEntity))
  const byPrompt = Map.groupBy(group.cells, ({ prompt }) => prompt)
  const matched = new Map(
    [...byPrompt].map(([prompt, cells]) => {
      const own = cells.filter(({ weight }) => weight > 0)
      return [prompt, own.map(({ weight, n, halves }) => ({ weight, n, y: namedPair(halves, brandEntity) }))]
    }),
  )
  const spreads = [...matched.values()].flatMap((cells) => {
    const level = cells.length === 0 ? Number.NaN : meanOf(promptLevels(cells))
    return cells.length === 0 ? [] : [level * (1 - level)]
  })
  const spread = spreads.reduce((all, one) => all + one, 0) / spreads.length
  const ofDays = estimate === null ? 0 : dayVariance(estimate, pooledCorrelation([estimate.moments])).variance
  const swing = spread > 0 ? ofDays / spread ** 2 : 0
  const changes = new Map<number, FigureChange>()
  const tested = numbers.flatMap((number) => {
    const cells = byPrompt.get(number)
    if (cells === undefined) return []
    const change = changeOf(cells, brandEntity)
    changes.set(number, change)
    const own = matched.get(number) ?? []
    const result = estimate === null || own.length === 0 ? null : testPrompt(own, swing)
    return result === null ? [] : [{ change, matched: result }]
  })
  giveVerdicts(tested, promptRate, 100)
  return { changes, tested: tested.length, fdr: promptRate }
}

/** Sites with fewer citing answers or prompts in both periods together are not tested. */
const [minCiting, minCitingPrompts] = [10, 5]
/** Only the most cited sites are tested. */
export const maxTestedDomains = 200

/**
 * Compares the number of answers that cite each of the 200 top sites with the previous period.
 * @param sites what to compare: an array of an answer without duplicates, such as pages
 */
export async function readDomainChanges(
  ctx: BrandContext,
  input: FilterInput,
  view: View,
  before: Period,
  sites = sql`arrayDistinct(citations.domain)`,
): Promise<JudgedChanges<string>> {
  const { clickhouse } = ctx.services
  const cited = await clickhouse.query<{ domain: string }>(
    sql`SELECT toString(domain) AS domain FROM readings ARRAY JOIN ${sites} AS domain
      PREWHERE ${inBoth(view, before)} GROUP BY domain ORDER BY count() DESC, domain LIMIT ${maxTestedDomains}`,
  )
  const domains = cited.map(({ domain }) => domain)
  const numbers = domains.map((_, index) => index + 1)
  const placeOf = sql`arrayFilter(d -> d > 0, arrayMap(d -> indexOf(${domains}, d), ${sites}))`
  const group =
    domains.length === 0 ? undefined : await readPresence(ctx, input, view, before, presenceOf(placeOf), numbers)
  const changes = new Map<string, FigureChange>()
  if (group === undefined) return { changes, tested: 0, fdr: promptRate }
  const list = domains.flatMap((domain, index) => {
    const number = index + 1
    const change = changeOf(group.cells, number)
    changes.set(domain, change)
    const citing = group.cells.filter(
      ({ weight, halves }) => weight > 0 && namedPair(halves, number).some((y) => y > 0),
    )
    const prompts = new Set(citing.map(({ prompt }) => prompt)).size
    const answers = citing.reduce((all, { halves }) => all + 2 * meanOf(namedPair(halves, number)), 0)
    if (prompts < minCitingPrompts || answers < minCiting) return []
    const estimate = estimateChange(group.figure('visibility_pct', number))
    return estimate === null ? [] : [{ change, estimate: { ...estimate, df: prompts - 1 } }]
  })
  const { tested, rate } = judgeList(list, 100)
  return { changes, tested, fdr: rate }
}

/** Counts presence in both periods and the history. Undefined without answers. */
async function readPresence(
  ctx: BrandContext,
  input: FilterInput,
  view: View,
  before: Period,
  arrays: CountedArrays,
  numbers: readonly number[],
): Promise<ChangeGroup | undefined> {
  const steps = await readSteps(ctx.services, ctx.brand, input)
  const history = await findHistory(ctx, view, steps, before.start_date)
  const grouping = { dimension: undefined, roots: [] }
  const counted = await countChanges(ctx, view, { before, history }, grouping, arrays)
  const [all] = openGroups(counted, numbers, gapOf(counted.days, before, view.period))
  return all?.[1]
}

const namedPair = (halves: WeightedCell['halves'], number: number) =>
  pairOf((period) => namedIn(halves[period], number))

/** The shares of both periods over all answers, not yet tested. */
function changeOf(cells: readonly WeightedCell[], number: number): FigureChange {
  const values = ([0, 1] as const).map((period) => {
    const answers = cells.reduce((all, { n }) => all + n[period], 0)
    const named = cells.reduce((all, { halves }) => all + namedIn(halves[period], number), 0)
    return answers === 0 ? null : (100 * named) / answers
  }) as [number | null, number | null]
  return { values, matched: null, verdict: 'not_comparable' }
}
