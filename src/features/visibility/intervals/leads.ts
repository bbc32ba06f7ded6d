import { dayMoments, minHistoryDays, pooledCorrelation } from '../../../lib/statistics/day-model.ts'
import { benjaminiHochberg } from '../../../lib/statistics/multiplicity.ts'
import {
  type RatioIntervals,
  type RatioKind,
  type RatioSums,
  ratioIntervals,
  residualsByDay,
  runVariance,
  zeroTests,
} from '../../../lib/statistics/ratio-interval.ts'
import { type AskedDays, type Cluster, dailySums, gapRatio, type Ratio, ratioSums } from '../entity-sums.ts'
import type { Entity } from '../metrics.ts'
import { beingRead, type FigureIntervals } from './figure-intervals.ts'

export const leadVerdicts = ['yes_also_with_other_prompts', 'yes_for_these_prompts', 'not_clear'] as const

/** The brand's visibility minus that of a competitor, in percentage points. */
export interface Lead extends FigureIntervals {
  /** Null if it cannot be tested. */
  isReal: (typeof leadVerdicts)[number] | null
}

const gap: RatioKind = { kind: 'mean', min: -1, max: 1 }

/** False discovery rate of the leads. Lower if days are correlated, as the tests cover that only partly. */
const rateOf = (correlation: number) => (correlation < 0.3 ? 0.1 : 0.05)

/** Tests the leads over all competitors as one list, which limits false positives. */
export function leadsOf(
  entities: readonly Entity[],
  clusters: readonly Cluster[],
  asked: AskedDays,
): Map<number, Lead> {
  const competitors = entities.filter(({ isOurBrand }) => !isOurBrand)
  const read = competitors
    .filter(({ isRead }) => isRead)
    .map(({ number }) => {
      const ratio = gapRatio(number)
      const sums = ratioSums(ratio, clusters, asked)
      return { number, ratio, sums, tests: zeroTests(sums, gap) }
    })
  const moments = read.filter(({ sums }) => sums.b > 0).map((one) => momentsOf(one.ratio, one.sums, asked))
  const rate = rateOf(pooledCorrelation(moments))
  const keptOf = (question: 'promptsLikeThese' | 'thesePrompts') =>
    benjaminiHochberg(
      read.map(({ tests }) => tests[question] ?? 1),
      rate,
    )
  const [others, these] = [keptOf('promptsLikeThese'), keptOf('thesePrompts')]
  const leads = new Map<number, Lead>(competitors.map(({ number }) => [number, { ...beingRead, isReal: null }]))
  read.forEach(({ number, sums }, index) => {
    const intervals = inPoints(ratioIntervals(sums, gap))
    const leavesOutZero = (interval: FigureIntervals['thesePrompts'], isKept: boolean | undefined) =>
      interval !== null && isKept === true && (interval.low > 0 || interval.high < 0)
    const isReal = leavesOutZero(intervals.thesePrompts, these[index])
    const isOfOthers = isReal && leavesOutZero(intervals.promptsLikeThese, others[index])
    const verdict = isOfOthers ? leadVerdicts[0] : isReal ? leadVerdicts[1] : leadVerdicts[2]
    leads.set(number, { ...intervals, isReal: intervals.thesePrompts === null ? null : verdict })
  })
  return leads
}

const pointsOf = (bounds: FigureIntervals['thesePrompts']) =>
  bounds === null ? null : { low: 100 * bounds.low, high: 100 * bounds.high }

const inPoints = ({ value, promptsLikeThese, thesePrompts, reason }: RatioIntervals): FigureIntervals => ({
  value: value === null ? null : 100 * value,
  promptsLikeThese: pointsOf(promptsLikeThese),
  thesePrompts: pointsOf(thesePrompts),
  reason,
})

/** Daily variation of a gap, in blocks of the history and of the period. */
function momentsOf(ratio: Ratio, sums: RatioSums, asked: AskedDays) {
  const blockOf = (places: AskedDays['period']) => {
    const { period } = dailySums(ratio, { ...asked, period: places, history: [] })
    const residuals = residualsByDay(period)
    const answers = period.reduce((all, { b }) => all + b, 0)
    // A day with fewer answers has more noise from single answers.
    const noise = (runVariance(sums, sums.a / sums.b) * sums.b * residuals.length) / answers
    return { deviations: residuals.map((u) => (residuals.length * u) / answers), noise }
  }
  const history = new Set(asked.history.map(({ day }) => day)).size < minHistoryDays ? [] : [asked.history]
  return dayMoments([...history, asked.period].map(blockOf))
}
