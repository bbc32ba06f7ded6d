import type { ResponseOf } from '../api/client.ts'
import { count, countOf, decimal, shownChange, signed } from '../format/numbers.ts'
import { formats, type Metric, metrics } from './metrics.ts'

type Intervals = ResponseOf<'list-visibility-intervals'>
export type Certainty = Intervals['data'][number][Metric]
export type SpeaksOf = Intervals['meta']['speaks_of']
type Row = ResponseOf<'list-visibility-changes'>['data'][number]
/** The displayed fields of a change row; stored rows may lack the figures. */
export type ChangeRow = Pick<Row, 'visibility_pct' | 'previous_visibility_pct' | 'verdict' | 'matched_change'> & {
  figures?: Partial<Record<Exclude<Metric, 'visibility_pct'>, TestedChange>> | null
}

const isShare = (metric: Metric) => metric === 'visibility_pct' || metric === 'market_share_pct'

/** The prompts or topics that the wider interval covers. Older reports omit it. */
export const populationLabel = (speaksOf: SpeaksOf = 'prompts_like_these') => othersWords[speaksOf]

const othersWords: Record<SpeaksOf, string> = {
  prompts_like_these: 'prompts like these',
  these_topics: 'other prompts on these topics',
  topics_like_these: 'topics like these',
}

/** Describes both intervals of a figure: the same prompts on other days, and other prompts like them. */
export function describeInterval(
  metric: Metric,
  { value, these_prompts: these, prompts_like_these: like, reason }: Certainty,
  prompts: number,
  speaksOf?: SpeaksOf,
): string {
  if (reason === 'being_read') return 'answers are still being processed'
  if (value === null || reason === 'not_named')
    return metric === 'sentiment_score' ? 'no answer judges it' : 'no mentions'
  const bound = (number: number) => decimal(number, metric === 'avg_rank' ? 2 : 0)
  if (isShare(metric) && value === 0 && like !== null)
    return `in ${count(prompts)} prompts; other prompts could reach ${bound(like.high)}%`
  const range = ({ low, high }: { low: number; high: number }) => `${bound(low)} to ${bound(high)}`
  const words = [
    these === null ? ofOtherDays(reason) : `these prompts ${range(these)}`,
    like === null ? tooFew(prompts) : `${populationLabel(speaksOf)} ${range(like)}`,
  ]
  return `${words.join(', ')}${like === null ? '' : `; ${countOf(prompts, 'prompt')}`}`
}

/** Also applies if no day differs from another: identical days say nothing about the variation. */
const ofOtherDays = (reason: Certainty['reason']) =>
  reason === 'one_day' ? 'collected on only one day' : 'too few or too similar answers for an interval'

const tooFew = (prompts: number) =>
  prompts < 5
    ? `too few prompts (${count(prompts)}) for an interval`
    : 'too few or too similar prompts with mentions for an interval'

/** A figure in both periods, with its test. Reports of older releases lack the matched change. */
export interface TestedChange {
  value: number | null
  previous_value: number | null
  verdict: Row['verdict']
  matched_change?: Row['matched_change']
}

/** The test of one figure in a row of changes. Undefined if the row comes from an older release. */
export const testedChange = (row: ChangeRow, metric: Metric): TestedChange | undefined =>
  metric === 'visibility_pct'
    ? {
        value: row.visibility_pct,
        previous_value: row.previous_visibility_pct,
        verdict: row.verdict,
        matched_change: row.matched_change,
      }
    : row.figures?.[metric]

/** The displayed change: the difference of the two rounded figures. Null if one of them is missing. */
export function changeOf({ value, previous_value: before }: TestedChange, metric: Metric): number | null {
  return value === null || before === null ? null : shownChange(value, before, metrics[metric].digits)
}

/** Whether the test confirms the change in the displayed direction. */
export function isReal(tested: TestedChange, metric: Metric): boolean {
  const change = changeOf(tested, metric) ?? 0
  return change !== 0 && tested.verdict === (change > 0 ? 'up' : 'down')
}

/** Describes a change in full: both figures, the verdict, and the matched change. */
export function describeVerdict(tested: TestedChange, metric: Metric): string {
  const { value, previous_value: before, matched_change: matched } = tested
  if (before === null) return 'The comparison period has no figure'
  if (value === null) return 'This period has no figure'
  const start = `From ${formats[metric](before)} to ${formats[metric](value)}: ${verdictOf(tested, metric)}.`
  if (matched == null) return start
  const points = metric === 'avg_rank' ? '' : ' points'
  const range =
    matched.low === null || matched.high === null
      ? ''
      : `, 95% confidence interval ${signed(matched.low)} to ${signed(matched.high)}`
  return `${start} Matched change, for the same prompts on the same engines in the same markets: ${signed(matched.value)}${points}${range}.`
}

function verdictOf(tested: TestedChange, metric: Metric): string {
  const { verdict, matched_change: matched } = tested
  if (verdict === 'not_comparable') return 'too few prompts to test'
  if (verdict === 'no_detectable_change') {
    const { low = null, high = null } = matched ?? {}
    // It would be real as the only test. Among many tests, some look real by chance.
    const isOneOfMany = low !== null && high !== null && (low > 0 || high < 0)
    return isOneOfMany ? 'no clear change among all listed' : 'no clear change'
  }
  const real =
    metric === 'avg_rank'
      ? `a real change to a ${verdict === 'up' ? 'worse' : 'better'} position`
      : `a real ${verdict === 'up' ? 'rise' : 'fall'}`
  // The prompt mix may hide or reverse it.
  return isReal(tested, metric) ? real : `the same prompts show ${real}`
}
