import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Services } from '../../../kernel/context.ts'
import type { Job } from '../../../kernel/jobs.ts'
import type { ResponseFormat } from '../../../lib/providers/providers.ts'
import { readResponse } from '../../../lib/providers/read-response.ts'
import { answersRetainedSince, rawRetainedSince } from '../../answers/index.ts'
import { maxBodyBytes } from './store-collected.ts'

const decompress = promisify(zstdDecompress)

/** Checks at each start, as a new release or configuration can accept rejected answers, and then daily. */
const everySeconds = 86_400

/** Retries answers that could not be stored, and deletes bodies past their retention. */
export const maintainRawBodies: Job<object> = {
  queue: 'keep-collected-bodies',
  everySeconds,
  async run(services, _, signal) {
    await dropOld(services)
    const refused = services.db
      .selectFrom('collection_slots')
      .innerJoin('collected_bodies', 'slot_id', 'id')
      .select('id')
      .where('state', '=', 'settled')
    for (const { id } of await refused.execute()) {
      signal.throwIfAborted()
      await retryStoring(services, id)
    }
  },
}

async function dropOld(services: Services): Promise<void> {
  for (const since of [rawRetainedSince(services), answersRetainedSince(services)])
    if (since !== undefined)
      await services.db
        .deleteFrom('collected_bodies')
        .where('slot_id', 'in', (query) =>
          query
            .selectFrom('collection_slots')
            .select('id')
            .where('state', '=', 'settled')
            .where('received_at', '<', since),
        )
        .execute()
}

/** Restores the slot to its state when the body arrived. */
async function retryStoring({ db, now }: Services, slotId: string): Promise<void> {
  const stored = db.selectFrom('collected_bodies').select(['format', 'body']).where('slot_id', '=', slotId)
  const found = await stored.executeTakeFirst()
  if (found === undefined) return
  const body = await decompress(found.body, { maxOutputLength: maxBodyBytes })
  const { outcome, reason } = readResponse(found.format as ResponseFormat, body.toString())
  await db
    .updateTable('collection_slots')
    .set({
      state: 'received',
      due_at: now(),
      settled_at: null,
      outcome,
      failure: outcome === 'unreadable' ? 'unreadable' : null,
      reason: reason === '' ? null : reason,
    })
    .where('id', '=', slotId)
    .where('state', '=', 'settled')
    .execute()
}
