import type { ResponseOf } from '../../api/client.ts'
import type { DataOf, RowOf } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars } from '../../format/numbers.ts'
import texts from './failures.json' with { type: 'json' }

export type Estimate = DataOf<'estimate-collection'>
export type Covered = RowOf<'get-collection-coverage'>
type Source = Pick<RowOf<'list-sources'>, 'name' | 'paused_reason' | 'needs_api_key'>
type Answers = Pick<RowOf<'list-segment-trends'>, 'segment' | 'executions' | 'points'>

/** What a reason means, and what to do. */
export const failureOf = (reason: string): readonly string[] =>
  (texts as Readonly<Record<string, readonly string[]>>)[reason] ?? [reason]

export const settledOf = ({ collected, none_shown }: Pick<Covered, 'collected' | 'none_shown'>) =>
  collected + none_shown

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
  /** Planned answers by day. */
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
  const names = [
    ...engines.map(({ engine }) => engine),
    ...paused,
    ...(answers ?? []).map((row) => row.segment),
  ]
  return [...new Set(names)].map((engine) => {
    const plan = engines.find((one) => one.engine === engine)
    const days = coverage.filter((row) => row.engine === engine)
    const today = todays.find((row) => row.engine === engine)
    const own = answers?.find(({ segment }) => segment === engine)
    const last = [...days, ...(today ? [today] : [])].findLast(({ planned, pending }) => planned > pending)
    const state: State = paused.includes(engine)
      ? { tone: 'muted', text: 'Paused' }
      : plan === undefined
        ? { tone: 'muted', text: 'Not scheduled' }
        : plan.source === null
          ? { tone: 'down', text: 'No provider' }
          : last !== undefined && settledOf(last) === 0
            ? { tone: 'down', text: failureOf(last.reasons[0]?.reason ?? 'Failed')[0] ?? '' }
            : (today?.pending ?? 0) > 0
              ? { tone: 'up', text: `${count(today?.pending)} waiting` }
              : { tone: 'up', text: 'Up to date' }
    return {
      engine,
      plan,
      state,
      answers: answers && (own?.executions ?? 0),
      points: own?.points ?? [],
      days,
      today,
    }
  })
}

/** Whether answers come in. The first reason why not decides. */
export function collectionState(
  { engines, paused, budget_usd: budget, left_usd: left }: Plans & Pick<Estimate, 'budget_usd' | 'left_usd'>,
  rows: readonly EngineRow[],
  sources: readonly Source[],
): State {
  if (engines.length + paused.length === 0)
    return { tone: 'muted', text: 'Not scheduled', detail: 'Add an engine, or import answers' }
  if (engines.length === 0)
    return { tone: 'warn', text: 'Paused', detail: 'Edit an engine to resume its plan' }
  if (budget === null) return { tone: 'down', text: 'No budget', detail: 'Engines run only with one' }
  if (left !== null && left <= 0)
    return { tone: 'down', text: 'Budget used up', detail: `${dollars(budget)} this month` }
  const closed = sources.find((source) => source.paused_reason !== null || source.needs_api_key)
  if (closed !== undefined)
    return {
      tone: 'down',
      text: 'Provider paused',
      detail: `${closed.name}: ${closed.paused_reason ?? 'API key required'}`,
    }
  const failing = rows.filter(({ state }) => state.tone === 'down')
  if (failing.length > 0)
    return {
      tone: failing.length === engines.length ? 'down' : 'warn',
      text: failing.length === engines.length ? 'Failing' : 'Partly failing',
      detail: failing.map(({ engine, state }) => `${engineName(engine)}: ${state.text}`).join(', '),
    }
  return { tone: 'up', text: 'On schedule' }
}

export type CoverageTotal = ResponseOf<'get-collection-coverage'>['meta']['total']
