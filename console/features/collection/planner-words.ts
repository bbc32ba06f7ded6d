import type { ResponseOf } from '../../api/client.ts'
import { count, dollars, percent, points } from '../../format/numbers.ts'

export type Planned = ResponseOf<'list-sample-sizes'>
export type PlannedRow = Planned['data'][number]
export type Goal = Planned['meta']['goal']

/** What somebody may want, as the beginning of a sentence that a number of points ends. */
export const goals: Record<Goal, string> = {
  change: 'see a change of',
  prompts_like_these: 'know visibility to within ±',
  these_prompts: 'know the visibility of exactly these prompts to within ±',
}

const spans: Record<number, string> = { 7: 'a week', 14: 'two weeks', 30: 'a month' }
export const spanOf = (days: number) => spans[days] ?? `${count(days)} days`

const aim = ({ goal, points: wanted, days }: Planned['meta']) =>
  `${goals[goal]}${goal === 'change' ? ' ' : ''}${count(wanted)} ${wanted === 1 ? 'point' : 'points'} ${goal === 'change' ? 'within' : 'by the answers of'} ${spanOf(days)}`

export interface PlannerWords {
  /** What is needed, in one sentence, and what that costs. */
  need: string
  cost: string | null
  /** How sure it is now. */
  now: string | null
  /** What else would do, or would not. */
  others: string[]
  /** Where all this is taken from. */
  basis: string
}

const rowOf = ({ data }: Planned, vary: PlannedRow['vary'], isOne: (row: PlannedRow) => boolean) =>
  data.find((row) => row.vary === vary && isOne(row))

/** What a plan comes to, in sentences. */
export function plannerWords(shown: Planned): PlannerWords {
  const { meta } = shown
  const now = rowOf(shown, 'prompts', ({ is_now }) => is_now)
  const least = bestOf(shown)
  const isEnough = now?.points != null && now.points <= meta.points
  return {
    need: isEnough ? `What you ask is enough to ${aim(meta)}.` : needed(meta, now, least),
    cost: isEnough || least === undefined ? null : costOf(meta, now, least),
    now: now === undefined ? null : nowWords(meta, now),
    others: isEnough || now === undefined ? [] : [...waiting(meta), ...oftener(shown, now)],
    basis: basisOf(meta),
  }
}

/** What reaches the goal with the fewest answers. */
function bestOf(shown: Planned): PlannedRow | undefined {
  const { goal, needed: sizes } = shown.meta
  if (sizes.best === null) return undefined
  const vary = goal === 'these_prompts' ? 'runs' : sizes.best.times > 1 ? 'prompts_more_often' : 'prompts'
  return rowOf(shown, vary, ({ is_least }) => is_least)
}

function needed(meta: Planned['meta'], now: PlannedRow | undefined, least: PlannedRow | undefined): string {
  if (least === undefined) {
    const why = `However much is asked, you cannot ${aim(meta)}: visibility differs by more from day to day.`
    return meta.least_days === null
      ? why
      : `${why} It takes ${count(meta.least_days)} days at least${meta.goal === 'change' ? ', compared with as many before' : ''}.`
  }
  const times = meta.needed.best?.times ?? 1
  const often =
    meta.engines_basis === 'assumed'
      ? `asked of one engine ${times === 1 ? 'once' : `${count(times)} times`} a day`
      : times === 1
        ? `asked as ${now === undefined ? 'planned' : 'often as now'}`
        : `asked ${count(times)} times as often as ${now === undefined ? 'planned' : 'now'}`
  const instead =
    now === undefined || now.prompts === least.prompts ? '' : ` instead of ${count(now.prompts)}`
  return `To ${aim(meta)} you need ${count(least.prompts)} prompts${instead}, ${often}.`
}

function costOf({ engines_basis }: Planned['meta'], now: PlannedRow | undefined, least: PlannedRow): string {
  if (least.usd_per_month === null)
    return engines_basis === 'plans'
      ? 'What that costs is not known: a provider has no price.'
      : 'What that costs is shown once an engine is planned.'
  const more = now?.usd_per_month == null ? '' : ` instead of ${dollars(now.usd_per_month)}`
  return `That costs ${dollars(least.usd_per_month)} a month${more}.`
}

function nowWords({ goal }: Planned['meta'], now: PlannedRow): string {
  const asked = `Now ${count(now.prompts)} ${now.prompts === 1 ? 'prompt is' : 'prompts are'} asked`
  if (now.points === null) return `${asked}: too few to speak of others. Five are the least.`
  const sure =
    goal === 'change'
      ? `changes of ${points(now.points)} points show in four of five cases`
      : `±${points(now.points)} points`
  return `${asked}: ${sure}.`
}

const waiting = ({ goal, needed: { days } }: Planned['meta']) => {
  if (days === null) return []
  const compared = goal === 'change' ? ', compared with as many before' : ''
  return [`Or wait: with what is asked now it takes ${count(days)} days${compared}.`]
}

/** Asking the same more often, which hardly ever pays: said so with its figures. */
function oftener(shown: Planned, now: PlannedRow): string[] {
  const { goal, needed: sizes } = shown.meta
  if (goal === 'these_prompts') return []
  const { times } = sizes
  const row =
    rowOf(shown, 'runs', ({ is_least }) => is_least) ??
    shown.data.findLast(({ vary, points: sure }) => vary === 'runs' && sure !== null)
  if (row === undefined || now.points === null) return []
  const cost = row.usd_per_month === null ? '' : `, for ${dollars(row.usd_per_month)} a month`
  if (times !== null) return [`Or ask ${count(times)} times as often${cost}.`]
  const sign = goal === 'change' ? '' : '±'
  const ratio = Math.round(row.answers / now.answers)
  return [
    `The same prompts ${count(ratio)} times as often only bring it to ${sign}${points(row.points)} points${cost}.`,
  ]
}

const reasons: Record<NonNullable<Planned['meta']['variance']['reason']>, (days: number) => string> = {
  few_days: (days) => `until yours are of 28 days (${count(days)} so far)`,
  few_prompts: () => 'until five prompts of yours have answers',
  all_alike: () => 'as all of yours name the brand, or none does',
}

function basisOf({ variance, share_pct, share_basis }: Planned['meta']): string {
  const share =
    share_basis === 'unknown'
      ? 'at a visibility of 50 %, which varies most, as yours is not known yet'
      : `at a visibility of ${percent(share_pct, 0)}`
  const varies =
    variance.reason === null
      ? `How answers vary is read off your own ${count(variance.answers)} answers of ${count(variance.days)} days`
      : `How answers vary is taken from 528 published answers to 132 shopping prompts ${reasons[variance.reason](variance.days)}`
  return `${varies}; reckoned ${share}.`
}
