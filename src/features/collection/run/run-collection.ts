import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../../kernel/context.ts'
import { defineOperation, forEditors } from '../../../kernel/operation.ts'
import { conflict, notFound } from '../../../lib/errors.ts'
import { budgetsOf, remainingNanos } from '../money/budget.ts'
import { toUsd } from '../money/money.ts'
import { findEngine } from '../plan/plan.ts'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { storeNow } from '../store/store-collected.ts'
import { collectUntil } from './collector.ts'
import { coverageCounts } from './get-coverage.ts'
import { failUnaskableSlots } from './settle.ts'

const dayMs = 86_400_000

const countsSchema = z.object({
  planned: z.int(),
  collected: z.int().describe('Collected answers.'),
  none_shown: z.int().describe('Number of times the engine showed no answer.'),
  failed: z.int(),
  possibly_bought: coverageCounts.possibly_bought,
  cost_usd: coverageCounts.cost_usd,
  at_risk_usd: coverageCounts.at_risk_usd,
  reasons: z.array(z.object({ reason: z.string(), questions: z.int() })).describe('Failed answers by reason.'),
})

export const runCollection = defineOperation({
  ...forEditors,
  name: 'run-collection',
  summary: 'Run the plan of an engine once now and wait for the answers',
  isLong: 'waiting',
  isRecorded: true,
  fields: { engine: z.string().min(1).max(200).describe('Slug or name of the engine.') },
  data: countsSchema,
  async run({ ctx: { services, brand }, input, progress, signal }) {
    const plan = await findPlan(services, brand.id, findEngine(services, input.engine))
    if (plan === undefined) throw notFound('plan')
    if (!plan.is_active) throw conflict('the plan is paused; run set-collection --is-active true')
    if (plan.source_id === null) throw conflict('the plan has no source; set one with set-collection --source-id')
    const now = services.now()
    const payer = { workspaceId: brand.workspace_id, brandId: brand.id }
    if (remainingNanos(await budgetsOf(services.db, payer, now)) === null)
      throw conflict('no budget is set; run sightline set-budget')
    const round = { start: now, end: new Date(now.getTime() + dayMs) }
    const planned = await planRound(services.db, plan, round, now)
    if (planned === 0) throw conflict('no active prompt matches the plan')
    const counts = () => countRound(services, brand.id, plan.engine, now)
    await collectUntil(services, signal, async () => {
      await failUnaskableSlots(services, brand.id, plan.engine, now)
      const round = await counts()
      progress(round.settled + round.received, planned, `answers, ${round.cost_usd.toFixed(2)} US dollars`)
      // Stores early: no answers of this run are in progress that could join the batch.
      if (round.open === 0 && round.received > 0) await storeNow(services, brand.id)
      return round.open + round.received === 0
    })
    signal.throwIfAborted()
    const { settled: _, open: __, received: ___, ...data } = await counts()
    return { data: { ...data, planned } }
  },
})

async function countRound({ db }: Services, brandId: string, engine: string, round: Date) {
  const { rows } = await sql<{
    state: string
    outcome: string | null
    reason: string | null
    slots: number
    lost: number
    cost: number
    at_risk: number
  }>`
    select case when state in ('received', 'settled') then state else 'open' end as state, outcome,
      case when outcome in ('failed', 'unreadable') then coalesce(reason, failure) end as reason,
      count(*)::int as slots, sum(possibly_bought)::int as lost, sum(cost_nanos)::bigint as cost,
      sum(at_risk_nanos)::bigint as at_risk
    from collection_slots where brand_id = ${brandId} and engine = ${engine} and round = ${round}
    group by 1, 2, 3`.execute(db)
  type Row = (typeof rows)[number]
  const count = (isOf: (row: Row) => boolean) => rows.filter(isOf).reduce((sum, { slots }) => sum + slots, 0)
  const of = (...outcomes: string[]) =>
    count(({ state, outcome }) => state === 'settled' && outcomes.includes(outcome ?? ''))
  const failed = rows.filter(({ state, reason }) => state === 'settled' && reason !== null)
  return {
    settled: count(({ state }) => state === 'settled'),
    received: count(({ state }) => state === 'received'),
    open: count(({ state }) => state === 'open'),
    collected: of('answered'),
    none_shown: of('none_shown'),
    failed: of('failed', 'unreadable'),
    possibly_bought: rows.reduce((sum, { lost }) => sum + lost, 0),
    cost_usd: toUsd(rows.reduce((sum, { cost }) => sum + cost, 0)),
    at_risk_usd: toUsd(rows.reduce((sum, { at_risk }) => sum + at_risk, 0)),
    reasons: failed.map(({ reason, slots }) => ({ reason: reason as string, questions: slots })),
  }
}
