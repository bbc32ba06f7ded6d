import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import { emit } from '../../../kernel/events.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { roundCompleted } from '../collection-events.ts'
import { toUsd } from '../money/money.ts'

/** Longer than any run: earlier runs were reported, or ended before the webhook existed. */
const maxAgeMs = 9 * 86_400_000
const retentionMs = 30 * 86_400_000

interface Ended {
  workspace_id: string
  brand_id: string
  engine: string
  round: Date
  questions: number
  answered: number
  none_shown: number
  failed: number
  cost: number
}

/** Emits one event per run when all its slots are settled, if a webhook existed before its end. */
export const emitCompletedRounds: Job = {
  queue: 'tell-rounds',
  everySeconds: 30,
  async run(services, _, signal) {
    const { db, now } = services
    for (const round of await unreportedRounds(services)) {
      signal.throwIfAborted()
      await emitRound(services, round)
    }
    const before = new Date(now().getTime() - retentionMs)
    await db.deleteFrom('collection_rounds_told').where('round', '<', before).execute()
  },
}

async function unreportedRounds({ db, now }: Services): Promise<Ended[]> {
  const since = new Date(now().getTime() - maxAgeMs)
  const { rows } = await sql<Ended>`
    select listening.workspace_id, brand_id, engine, round, count(*)::int as questions,
      count(*) filter (where outcome = 'answered')::int as answered,
      count(*) filter (where outcome = 'none_shown')::int as none_shown,
      count(*) filter (where outcome in ('failed', 'unreadable'))::int as failed,
      sum(cost_nanos)::bigint as cost
    from (select workspace_id, min(created_at) as since from webhooks
      where ${roundCompleted.type} = any(events) group by workspace_id) listening
    join brands on brands.workspace_id = listening.workspace_id
    join collection_slots on brand_id = brands.id
    where planned_at >= ${since} and round >= ${since}
      and not exists (select from collection_rounds_told told
        where (told.brand_id, told.engine, told.round) = (collection_slots.brand_id, collection_slots.engine, collection_slots.round))
    group by listening.workspace_id, brand_id, engine, round
    having bool_and(state = 'settled') and max(settled_at) >= min(listening.since)
    order by max(settled_at)`.execute(db)
  return rows
}

async function emitRound({ db, now }: Services, ended: Ended): Promise<void> {
  const { workspace_id, brand_id, engine, round, cost, ...counts } = ended
  await db.transaction().execute(async (transaction) => {
    const inserted = await sql`insert into collection_rounds_told (brand_id, engine, round)
      select id, ${engine}, ${round} from brands where id = ${brand_id} on conflict do nothing`.execute(transaction)
    if (inserted.numAffectedRows !== 1n) return
    const data = { engine, started_at: round.toISOString(), ...counts, cost_usd: toUsd(cost) }
    const event = { workspaceId: workspace_id, brandId: brand_id, at: now(), data }
    await emit(transaction, roundCompleted, event)
  })
}
