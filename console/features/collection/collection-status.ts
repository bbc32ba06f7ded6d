import type { DataOf, RowOf } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars } from '../../format/numbers.ts'
import texts from './failures.json' with { type: 'json' }

export type Estimate = DataOf<'estimate-collection'>
export type Covered = RowOf<'get-collection-coverage'>
type Source = Pick<RowOf<'list-sources'>, 'name' | 'paused_reason' | 'needs_api_key'>
type Answers = Pick<RowOf<'list-segment-trends'>, 'segment' | 'executions' | 'points'>

export const failureOf = (reason: string): readonly string[] =>
  (texts as Readonly<Record<string, readonly string[]>>)[reason] ?? [reason]

export const settledOf = ({ collected, none_shown }: Pick<Covered, 'collected' | 'none_shown'>) =>
  collected + none_shown

/** The mean of some days. Never zero if there are any. */
export const perDay = (answers: number, days: number) =>
  `${answers > 0 && answers < days ? 'under 1' : count(Math.round(answers / days))} per day`

export interface State {
  tone: 'up' | 'warn' | 'down' | 'muted'
  text: string
  detail?: string
}

/** An engine that is planned or has answers. */
export interface EngineRow {
  engine: string
  plan: Estimate['engines'][number] | undefined
  state: State
  /** Answers of the period, imported ones included. Undefined until known. */
  answers: number | undefined
  points: Answers['points']
  days: readonly Covered[]
  today: Covered | undefined
}

type Plans = Pick<Estimate, 'engines' | 'paused'>

/** Planned and paused engines, and those with imported answers. */
export function engineRows(
  { engines, paused }: Plans,
  coverage: readonly Covered[],
  todays: readonly Covered[],
  answers: readonly Answers[] | undefined,
): EngineRow[] {
  const answering = (answers ?? []).map(({ segment }) => segment)
  const names = new Set([...engines.map(({ engine }) => engine), ...paused, ...answering])
  return [...names].map((engine) => {
    const plan = engines.find((one) => one.engine === engine)
    const days = coverage.filter((row) => row.engine === engine)
    const today = todays.find((row) => row.engine === engine)
    const own = answers?.find(({ segment }) => segment === engine)
    const state: State = paused.includes(engine)
      ? { tone: 'muted', text: 'Paused' }
      : plan === undefined
        ? { tone: 'muted', text: 'Not scheduled' }
        : planState(plan, today ? [...days, today] : days)
    const points = own?.points ?? []
    return { engine, plan, state, answers: answers && (own?.executions ?? 0), points, days, today }
  })
}

/** The state of a plan, from its latest day with results. */
function planState({ source }: Estimate['engines'][number], days: readonly Covered[]): State {
  if (source === null) return { tone: 'down', text: 'No provider' }
  const last = days.findLast(({ planned, pending }) => planned > pending)
  if (last !== undefined && settledOf(last) === 0)
    return { tone: 'down', text: failureOf(last.reasons[0]?.reason ?? 'Failed')[0] ?? '' }
  const waiting = days.at(-1)?.pending ?? 0
  return { tone: 'up', text: waiting > 0 ? `${count(waiting)} waiting` : 'Up to date' }
}

/** Whether answers come in. The first reason why not decides. */
export function collectionState(
  { engines, paused, budget_usd: budget, left_usd: left }: Plans & Pick<Estimate, 'budget_usd' | 'left_usd'>,
  rows: readonly EngineRow[],
  sources: readonly Source[],
): State {
  if (engines.length + paused.length === 0)
    return { tone: 'muted', text: 'Not scheduled', detail: 'Add an engine, or import answers' }
  if (engines.length === 0) return { tone: 'warn', text: 'Paused', detail: 'Edit an engine to resume its plan' }
  if (budget === null) return { tone: 'down', text: 'No budget', detail: 'Engines run only with one' }
  if (left !== null && left <= 0)
    return { tone: 'down', text: 'Budget used up', detail: `${dollars(budget)} this month` }
  const closed = sources.find((source) => source.paused_reason !== null || source.needs_api_key)
  const why = closed && `${closed.name}: ${closed.paused_reason ?? 'API key required'}`
  if (why !== undefined) return { tone: 'down', text: 'Provider paused', detail: why }
  const failing = rows.filter(({ state }) => state.tone === 'down')
  const detail = failing.map(({ engine, state }) => `${engineName(engine)}: ${state.text}`).join(', ')
  if (failing.length === 0) return { tone: 'up', text: 'On schedule' }
  if (failing.length < engines.length) return { tone: 'warn', text: 'Partly failing', detail }
  return { tone: 'down', text: 'Failing', detail }
}
