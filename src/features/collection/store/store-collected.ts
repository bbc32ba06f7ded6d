import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import { storeAnswerLines } from '../../answers/index.ts'
import { toUsd } from '../money/money.ts'

const decompress = promisify(zstdDecompress)

/** Each batch invalidates cached results, so answers wait this long or until a batch is full. */
const waitMs = 30_000
const maxBatch = 1000
/** Decompressed size per body. */
export const maxBodyBytes = 64_000_000
/** Compressed size per batch. Bodies decompress to about five times this. */
const maxBatchBytes = 4_000_000

/** How long one process has to store an answer before another takes over. */
export const storeLeaseMs = 120_000

/** The data to store for a received slot. */
interface Received {
  id: string
  brand_id: string
  prompt: string | null
  engine: string
  country: string
  language: string
  replicate: number
  received_at: Date
  round_end: Date
  latency_ms: number | null
  cost_nanos: number
  /** Source name at the time of the attempt. */
  source: string
  model: string
  city: string
  format: string
  body: Buffer
}

/**
 * Stores received answers in one batch per brand, once enough of them wait or one has waited long enough.
 * Settles slots after storing; storing an answer twice changes nothing.
 */
export async function storeCollected(services: Services, signal: AbortSignal): Promise<void> {
  const now = services.now()
  const { rows } = await sql<{ brand_id: string }>`
    select brand_id from collection_slots where ${isFree(now)} group by brand_id
    having min(received_at) <= ${new Date(now.getTime() - waitMs)} or max(received_at) > ${now}
      or count(*) >= ${maxBatch}`.execute(services.db)
  for (const { brand_id } of rows) {
    if (signal.aborted) return
    await storeBatch(services, brand_id)
  }
}

/** Stores the received answers of a brand immediately. */
export async function storeNow(services: Services, brandId: string): Promise<void> {
  while (!services.closing.aborted && (await storeBatch(services, brandId)) > 0);
}

/**
 * Received and not being stored by another process. A lease of twice the length is from a clock that was set back;
 * clocks of several processes differ by less.
 */
const isFree = (now: Date) => sql`state = 'received'
  and (due_at <= ${now} or due_at > ${new Date(now.getTime() + 2 * storeLeaseMs)})`

/** @returns the number of settled slots */
async function storeBatch(services: Services, brandId: string): Promise<number> {
  const rows = await takeReceived(services, brandId)
  if (rows.length === 0) return 0
  // The answer must not recreate a deleted prompt.
  const kept = rows.filter(({ prompt }) => prompt !== null)
  const { rejected } = await storeAnswerLines(services, brandId, await Promise.all(kept.map(lineOf)))
  const problems = new Map(rejected.map(({ line, reason }) => [kept[line - 1]?.id, reason]))
  for (const [id, reason] of problems) services.log.warn({ slot_id: id, reason }, 'an answer was not stored')
  await services.db.transaction().execute(async (transaction) => {
    const ids = rows.map(({ id }) => id)
    const own = transaction.updateTable('collection_slots').where('id', 'in', ids).where('state', '=', 'received')
    await own.set({ state: 'settled', settled_at: services.now() }).execute()
    for (const [id, reason] of problems)
      await transaction
        .updateTable('collection_slots')
        .set({ outcome: 'failed', failure: 'not_stored', reason })
        .where('id', '=', id as string)
        .execute()
    // Keep the bodies of rejected answers; `maintainRawBodies` retries them.
    const gone = ids.filter((id) => !problems.has(id))
    await transaction
      .deleteFrom('collected_bodies')
      .where(inList('slot_id', gone, 'uuid'))
      .execute()
  })
  return rows.length
}

/** Takes the oldest slots that no other process is storing. */
async function takeReceived(services: Services, brandId: string): Promise<Received[]> {
  const now = services.now()
  const { rows: taken } = await sql<{ id: string }>`
    update collection_slots set due_at = ${new Date(now.getTime() + storeLeaseMs)}
    where id in (select id from collection_slots where id in (${firstReceived(brandId, now)}) and ${isFree(now)}
      for update skip locked)
    returning id`.execute(services.db)
  if (taken.length === 0) return []
  const { rows } = await sql<Received>`
    select slots.id, slots.brand_id, prompts.text as prompt, slots.engine, slots.country, slots.language, slots.replicate,
      slots.received_at, slots.round_end, slots.latency_ms, slots.cost_nanos, bodies.source, bodies.model, bodies.city, bodies.format, bodies.body
    from collection_slots slots
    join collected_bodies bodies on bodies.slot_id = slots.id
    left join prompts on prompts.id = slots.prompt_id
    where slots.id = any(${taken.map(({ id }) => id)}::uuid[]) order by slots.received_at`.execute(services.db)
  return rows
}

/** The oldest slots, limited by memory. */
const firstReceived = (brandId: string, now: Date) => sql`
  select id from (
    select slots.id, row_number() over before as place, sum(octet_length(body)) over before as bytes
    from collection_slots slots join collected_bodies on slot_id = slots.id
    where slots.brand_id = ${brandId} and ${isFree(now)}
    window before as (order by slots.received_at, slots.id)
    order by slots.received_at, slots.id limit ${maxBatch}
  ) received where place = 1 or bytes <= ${maxBatchBytes}`

/** Formats an answer as a line of an answers file, so that collected and imported answers share one path. */
async function lineOf(slot: Received): Promise<string> {
  const body = await decompress(slot.body, { maxOutputLength: maxBodyBytes })
  return JSON.stringify({
    id: `slot ${slot.id}`,
    prompt: slot.prompt,
    engine: slot.engine,
    country: slot.country,
    // A task can be fetched long after its run, for example after a restore. Its answer belongs to that run.
    executed_at: (slot.received_at < slot.round_end ? slot.received_at : slot.round_end).toISOString(),
    format: slot.format,
    response: body.toString(),
    replicate: slot.replicate,
    cost_usd: toUsd(slot.cost_nanos),
    ...(slot.source !== '' && { source: slot.source }),
    ...(slot.model !== '' && { requested_model: slot.model }),
    ...(slot.language !== '' && { language: slot.language }),
    ...(slot.city !== '' && { location: slot.city }),
    ...(slot.latency_ms !== null && { latency_ms: slot.latency_ms }),
  })
}
