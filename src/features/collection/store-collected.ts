import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { isOneOf } from '../../stores/postgres-rows.ts'
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
  source: string | null
  model: string | null
  format: string
  body: Buffer
}

/**
 * Stores answers that came with their raw bodies, one batch for each brand of which enough wait, or one for long enough.
 * A slot is settled after its answer is stored; an answer that is stored twice is a duplicate, and changes nothing.
 * @param isImmediate whether nothing is waited for
 */
export async function storeCollected(
  services: Services,
  signal: AbortSignal,
  isImmediate = false,
): Promise<void> {
  const now = services.now()
  const oldest = new Date(now.getTime() - (isImmediate ? 0 : waitMs))
  const { rows } = await sql<{ brand_id: string }>`
    select brand_id from collection_slots where state = 'received' group by brand_id
    having min(received_at) <= ${oldest} or max(received_at) > ${now} or count(*) >= ${maxBatch}`.execute(
    services.db,
  )
  for (const { brand_id } of rows) {
    signal.throwIfAborted()
    await storeBatch(services, brand_id)
  }
}

async function storeBatch(services: Services, brandId: string): Promise<void> {
  const { rows } = await sql<Received>`
    select slots.id, slots.brand_id, prompts.text as prompt, slots.engine, slots.country, slots.language, slots.replicate,
      slots.received_at, slots.round_end, slots.latency_ms, slots.cost_nanos, sources.name as source, sources.model, bodies.format, bodies.body
    from collection_slots slots
    join collected_bodies bodies on bodies.slot_id = slots.id
    left join prompts on prompts.id = slots.prompt_id
    left join sources on sources.id = slots.source_id
    where slots.id in (${firstReceived(brandId)}) order by slots.received_at`.execute(services.db)
  // Another process has stored them meanwhile.
  if (rows.length === 0) return
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
    // What could not be stored stays, and is tried again (`keepBodies`).
    const gone = ids.filter((id) => !problems.has(id))
    await transaction
      .deleteFrom('collected_bodies')
      .where(isOneOf('slot_id', gone, 'uuid'))
      .execute()
  })
}

/** The oldest ones, as many as memory has room for. */
const firstReceived = (brandId: string) => sql`
  select id from (
    select slots.id, row_number() over before as place, sum(octet_length(body)) over before as bytes
    from collection_slots slots join collected_bodies on slot_id = slots.id
    where slots.brand_id = ${brandId} and slots.state = 'received'
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
    ...(slot.source !== null && { source: slot.source }),
    ...(slot.model && { requested_model: slot.model }),
    ...(slot.language !== '' && { language: slot.language }),
    ...(slot.latency_ms !== null && { latency_ms: slot.latency_ms }),
  })
}
