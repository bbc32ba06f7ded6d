import type { Services } from '../../../kernel/context.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { planRound } from './plan-slots.ts'
import { roundsBetween } from './rounds.ts'

const everySeconds = 300
/** How long before its start a run is planned. */
const aheadMs = 3 * everySeconds * 1000
/** How far back to plan runs after downtime. They count as missed. */
const maxBehindMs = 31 * 86_400_000

/** A week in which clocks are set back, or a country moves across the date line, is longer than 7 days. */
const maxRoundMs = 9 * 86_400_000

/** Creates the slots of upcoming runs, and of runs missed during downtime. */
export const planCollection: Job<object> = {
  queue: 'plan-collection',
  everySeconds,
  async run(services, _, signal) {
    const plans = services.db.selectFrom('collection_plans').select(['brand_id', 'engine'])
    for (const { brand_id, engine } of await plans.where('is_active', '=', true).execute()) {
      signal.throwIfAborted()
      await planNext(services, brand_id, engine)
    }
  },
}

async function planNext(services: Services, brandId: string, engine: string): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    const plan = await transaction
      .selectFrom('collection_plans')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('engine', '=', engine)
      .where('is_active', '=', true)
      .forUpdate()
      .executeTakeFirst()
    if (plan === undefined) return
    const now = services.now().getTime()
    const until = new Date(now + aheadMs)
    // The clock was set back after planning: no run is planned this far ahead.
    const isAhead = plan.planned_until.getTime() > until.getTime() + maxRoundMs
    const from = new Date(isAhead ? now : Math.max(plan.planned_until.getTime(), now - maxBehindMs))
    const since = new Date(Math.min(plan.since.getTime(), now))
    const rounds = roundsBetween(plan, from, until)
    for (const round of rounds) await planRound(transaction, { ...plan, since }, round)
    const last = rounds.at(-1)
    if (last === undefined) return
    await transaction
      .updateTable('collection_plans')
      .set({ planned_until: last.end, since })
      .where('brand_id', '=', brandId)
      .where('engine', '=', engine)
      .execute()
  })
}
