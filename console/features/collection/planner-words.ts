import type { ResponseOf } from '../../api/client.ts'
import { count, countOf, dollars, percent, points } from '../../format/numbers.ts'
import words from './words.json' with { type: 'json' }

export type Planned = ResponseOf<'list-sample-sizes'>
export type PlannedRow = Planned['data'][number]
export type Goal = Planned['meta']['goal']

/** Goals as the start of a sentence that ends with a number of points. */
export const goals: Record<Goal, string> = words.goals

const spans: Record<number, string> = { 7: 'a week', 14: 'two weeks', 30: 'a month' }
export const spanOf = (days: number) => spans[days] ?? `${count(days)} days`

const describeGoal = ({ goal, points: wanted, days }: Planned['meta']) =>
  `${goals[goal]}${goal === 'change' ? ' ' : ''}${countOf(wanted, 'point')} ${goal === 'change' ? 'within' : 'with answers from'} ${spanOf(days)}`

const rowOf = ({ data }: Planned, vary: PlannedRow['vary'], isOne: (row: PlannedRow) => boolean) =>
  data.find((row) => row.vary === vary && isOne(row))

export function plannerWords(shown: Planned) {
  const { meta } = shown
  const now = rowOf(shown, 'prompts', ({ is_now }) => is_now)
  const least = bestOf(shown)
  const isEnough = now?.points != null && now.points <= meta.points
  return {
    need: isEnough ? `Your plan is enough to ${describeGoal(meta)}.` : needed(meta, now, least),
    cost: isEnough || least === undefined ? null : costOf(meta, now, least),
    now: now === undefined ? null : nowWords(meta, now),
    others: isEnough || now === undefined ? [] : [...describeWait(meta), ...describeMoreRuns(shown, now)],
    basis: basisOf(meta),
  }
}

/** The row that reaches the goal with the fewest answers. */
function bestOf(shown: Planned): PlannedRow | undefined {
  const { goal, needed: sizes } = shown.meta
  if (sizes.best === null) return undefined
  const vary = goal === 'these_prompts' ? 'runs' : sizes.best.times > 1 ? 'prompts_more_often' : 'prompts'
  return rowOf(shown, vary, ({ is_least }) => is_least)
}

function needed(meta: Planned['meta'], now: PlannedRow | undefined, least: PlannedRow | undefined): string {
  if (least === undefined) {
    const why = `No number of answers is enough to ${describeGoal(meta)}: visibility varies more from day to day.`
    return meta.least_days === null
      ? why
      : `${why} You need at least ${count(meta.least_days)} days${meta.goal === 'change' ? ' and an equally long comparison period' : ''}.`
  }
  const times = meta.needed.best?.times ?? 1
  const often =
    meta.engines_basis === 'assumed'
      ? `run on one engine ${times === 1 ? 'once' : `${count(times)} times`} per day`
      : times === 1
        ? `run as often as ${now === undefined ? 'planned' : 'now'}`
        : `run ${count(times)} times as often as ${now === undefined ? 'planned' : 'now'}`
  const instead = now === undefined || now.prompts === least.prompts ? '' : ` instead of ${count(now.prompts)}`
  return `To ${describeGoal(meta)}, you need ${count(least.prompts)} prompts${instead}, ${often}.`
}

function costOf({ engines_basis }: Planned['meta'], now: PlannedRow | undefined, least: PlannedRow): string {
  if (least.usd_per_month === null)
    return engines_basis === 'plans'
      ? 'The cost is unknown because a provider has no price.'
      : 'Add an engine to see the cost.'
  const more = now?.usd_per_month == null ? '' : ` instead of ${dollars(now.usd_per_month)}`
  return `That costs ${dollars(least.usd_per_month)} per month${more}.`
}

function nowWords({ goal }: Planned['meta'], now: PlannedRow): string {
  const plan = `Your plan runs ${countOf(now.prompts, 'prompt')}`
  if (now.points === null) return `${plan}: too few for an estimate. You need at least five.`
  const sure =
    goal === 'change' ? `it detects 80% of changes of ${points(now.points)} points` : `±${points(now.points)} points`
  return `${plan}: ${sure}.`
}

const describeWait = ({ goal, needed: { days } }: Planned['meta']) => {
  if (days === null) return []
  const compared = goal === 'change' ? ' and an equally long comparison period' : ''
  return [`Or wait: the current plan needs ${count(days)} days${compared}.`]
}

/** More runs of the same prompts, with figures that show how little they help. */
function describeMoreRuns(shown: Planned, now: PlannedRow): string[] {
  const { goal, needed: sizes } = shown.meta
  if (goal === 'these_prompts') return []
  const { times } = sizes
  const row =
    rowOf(shown, 'runs', ({ is_least }) => is_least) ??
    shown.data.findLast(({ vary, points: sure }) => vary === 'runs' && sure !== null)
  if (row === undefined || now.points === null) return []
  const cost = row.usd_per_month === null ? '' : `, for ${dollars(row.usd_per_month)} per month`
  if (times !== null) return [`Or run the same prompts ${count(times)} times as often${cost}.`]
  const sign = goal === 'change' ? '' : '±'
  const ratio = Math.round(row.answers / now.answers)
  return [
    `Running the same prompts ${count(ratio)} times as often only reaches ${sign}${points(row.points)} points${cost}.`,
  ]
}

const reasons: Record<NonNullable<Planned['meta']['variance']['reason']>, (days: number) => string> = {
  few_days: (days) => `until you have 28 days of answers (${count(days)} so far)`,
  few_prompts: () => 'until five of your prompts have answers',
  all_alike: () => 'because all of your answers mention the brand, or none does',
}

function basisOf({ variance, share_pct, share_basis }: Planned['meta']): string {
  const share =
    share_basis === 'unknown'
      ? 'a visibility of 50%, which varies most, because yours is unknown'
      : `a visibility of ${percent(share_pct, 0)}`
  const varies =
    variance.reason === null
      ? `Variation is estimated from your ${count(variance.answers)} answers over ${count(variance.days)} days`
      : `Variation is estimated from 528 published answers to 132 shopping prompts ${reasons[variance.reason](variance.days)}`
  return `${varies}, assuming ${share}.`
}
