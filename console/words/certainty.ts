import type { Shown } from '../api/client.ts'
import { count, decimal, signed } from '../format/numbers.ts'
import type { Metric } from './metrics.ts'

type Intervals = Shown<'list-visibility-intervals'>
export type Certainty = Intervals['data'][number][Metric]
export type ClusteredBy = Intervals['meta']['clustered_by']
export type Changed = Pick<
  Shown<'list-visibility-changes'>['data'][number],
  'change' | 'matched_change' | 'verdict'
>

const isShare = (metric: Metric) => metric === 'visibility_pct' || metric === 'market_share_pct'

/** What an interval speaks of, by what is taken for independent. */
export const others = (by: ClusteredBy) => (by === 'topic' ? 'topics like these' : 'prompts like these')

/** How sure a figure is, in words: with exactly these prompts on other days, and with others like them. */
export function certaintyWords(
  metric: Metric,
  { value, these_prompts: these, prompts_like_these: like, reason }: Certainty,
  prompts: number,
  by: ClusteredBy = 'prompt',
): string {
  if (reason === 'being_read') return 'answers are being read for it'
  if (value === null || reason === 'not_named') return 'nothing to count'
  const bound = (number: number) => decimal(number, metric === 'avg_rank' ? 2 : 0)
  if (isShare(metric) && value === 0 && like !== null)
    return `in ${count(prompts)} prompts: with others up to ${bound(like.high)} % is possible`
  const range = ({ low, high }: { low: number; high: number }) => `${bound(low)} to ${bound(high)}`
  const asked = `${count(prompts)} ${prompts === 1 ? 'prompt' : 'prompts'}`
  const words = [
    these === null ? ofOtherDays(reason) : `these prompts ${range(these)}`,
    like === null ? tooFew(prompts) : `${others(by)} ${range(like)}`,
  ]
  return `${words.join(', ')}${like === null ? '' : `; ${asked}`}`
}

/** Also where no day differs from another: the first of all on each of them says nothing of how others would be. */
const ofOtherDays = (reason: Certainty['reason']) =>
  reason === 'one_day' ? 'asked on one day alone' : 'too little, or too alike, to tell of other days'

const tooFew = (prompts: number) =>
  prompts < 5
    ? `too few prompts (${count(prompts)}) to speak of others`
    : 'too few prompts that name it, or too alike, to speak of others'

/** What a tested change comes to: beyond chance, or how far chance reaches. */
export function verdictWords({ verdict, change, matched_change: matched }: Changed): string {
  if (change === null) return 'Nothing before to compare with'
  if (verdict === 'not_comparable' || matched === null) return 'Too few prompts to compare'
  const { value, low, high } = matched
  if (verdict === 'no_detectable_change') {
    if (low === null || high === null) return `No detectable change (${signed(value)})`
    // By itself it would be one: among so many that are listed, some look so by chance.
    if (low > 0 || high < 0)
      return `No detectable change among all that is listed (${signed(value)}, ${signed(low)} to ${signed(high)})`
    return `No detectable change (${signed(value)}, within ±${decimal((high - low) / 2, 1)})`
  }
  const range = low === null || high === null ? '' : `, ${signed(low)} to ${signed(high)}`
  return `${verdict === 'up' ? 'A rise' : 'A fall'} beyond chance (${signed(value)} points${range})`
}
