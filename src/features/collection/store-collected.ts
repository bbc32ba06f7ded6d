import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { inList } from '../../stores/postgres-rows.ts'
import { storeAnswerLines } from '../answers/index.ts'
import { toUsd } from './money.ts'

const decompress = promisify(zstdDecompress)

/** Each batch makes the brand's figures new: answers wait for so long that kept results are of use, or until there are many. The clock may be set back meanwhile. */
const waitMs = 30_000
const maxBatch = 1000
/** Of a body, unpacked. */
export const maxBodyBytes = 64_000_000
/** Of bodies as they are stored: unpacked they take about five times as much. */
const maxBatchBytes = 4_000_000

/** Whoever has begun to store an answer is left alone for so long. */
export const storeLeaseMs = 120_000

/** What one received slot is stored from. */
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
  /** Of the attempt: the source may have been changed since. */
  source: string
  model: string
  format: string
  body: Buffer
}

/**
 * Stores answers that came with their raw bodies, one batch for each brand of which enough wait, or one for long enough.
 * A slot is settled after its answer is stored; an answer that is stored twice is a duplicate, and changes nothing.
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

/** Stores what came for a brand now, whoever waits for it. */
export async function storeNow(services: Services, brandId: string): Promise<void> {
  while (!services.closing.aborted && (await storeBatch(services, brandId)) > 0);
}

/** Received, and nobody else stores it; the clock may have been set back since. */
const isFree = (now: Date) => sql`state = 'received'
  and (due_at <= ${now} or due_at > ${new Date(now.getTime() + storeLeaseMs)})`

/** @returns how many slots it has settled */
async function storeBatch(services: Services, brandId: string): Promise<number> {
  const rows = await takeReceived(services, brandId)
  if (rows.length === 0) return 0
  // A prompt that was deleted meanwhile is not made again by its answer.
  const kept = rows.filter(({ prompt }) => prompt !== null)
  const { rejected } = await storeAnswerLines(services, brandId, await Promise.all(kept.map(lineOf)))
  const problems = new Map(rejected.map(({ line, reason }) => [kept[line - 1]?.id, reason]))
  for (const [id, reason] of problems) services.log.warn({ slot_id: id, reason }, 'an answer was not stored')
  await services.db.transaction().execute(async (transaction) => {
    const ids = rows.map(({ id }) => id)
    const own = transaction
      .updateTable('collection_slots')
      .where('id', 'in', ids)
      .where('state', '=', 'received')
    await own.set({ state: 'settled', settled_at: services.now() }).execute()
    for (const [id, reason] of problems)
      await transaction
        .updateTable('collection_slots')
        .set({ outcome: 'failed', failure: 'not_stored', reason })
        .where('id', '=', id as string)
        .execute()
    // What could not be stored stays, and is tried again (`maintainRawBodies`).
    const gone = ids.filter((id) => !problems.has(id))
    await transaction
      .deleteFrom('collected_bodies')
      .where(inList('slot_id', gone, 'uuid'))
      .execute()
  })
  return rows.length
}

/** Takes the oldest ones that nobody else stores. */
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
      slots.received_at, slots.round_end, slots.latency_ms, slots.cost_nanos, bodies.source, bodies.model, bodies.format, bodies.body
    from collection_slots slots
    join collected_bodies bodies on bodies.slot_id = slots.id
    left join prompts on prompts.id = slots.prompt_id
    where slots.id = any(${taken.map(({ id }) => id)}::uuid[]) order by slots.received_at`.execute(
    services.db,
  )
  return rows
}

/** The oldest ones, as many as memory has room for. */
const firstReceived = (brandId: string, now: Date) => sql`
  select id from (
    select slots.id, row_number() over before as place, sum(octet_length(body)) over before as bytes
    from collection_slots slots join collected_bodies on slot_id = slots.id
    where slots.brand_id = ${brandId} and ${isFree(now)}
    window before as (order by slots.received_at, slots.id)
    order by slots.received_at, slots.id limit ${maxBatch}
  ) received where place = 1 or bytes <= ${maxBatchBytes}`

/** As a line of an answers file: whatever is collected goes the way of what is imported. */
async function lineOf(slot: Received): Promise<string> {
  const body = await decompress(slot.body, { maxOutputLength: maxBodyBytes })
  return JSON.stringify({
    id: `slot ${slot.id}`,
    prompt: slot.prompt,
    engine: slot.engine,
    country: slot.country,
    // A task may be fetched long after its round, as after a restore: its answer is of that round.
    executed_at: (slot.received_at < slot.round_end ? slot.received_at : slot.round_end).toISOString(),
    format: slot.format,
    response: body.toString(),
    replicate: slot.replicate,
    cost_usd: toUsd(slot.cost_nanos),
    ...(slot.source !== '' && { source: slot.source }),
    ...(slot.model !== '' && { requested_model: slot.model }),
    ...(slot.language !== '' && { language: slot.language }),
    ...(slot.latency_ms !== null && { latency_ms: slot.latency_ms }),
  })
}
