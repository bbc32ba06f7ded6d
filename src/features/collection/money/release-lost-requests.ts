import { sql } from 'kysely'
import { z } from 'zod'
import { utcTimestamp, uuid } from '../../../kernel/fields.ts'
import { defineChange, defineOperation, forEditors, forViewers } from '../../../kernel/operation.ts'
import { invalidRequest } from '../../../lib/errors.ts'
import { updateRow } from '../../../stores/postgres-rows.ts'
import { addSpending } from './budget.ts'
import { toUsd } from './money.ts'

const maxListed = 1000

export const listLostRequests = defineOperation({
  ...forViewers,
  name: 'list-lost-requests',
  summary: 'List requests without a response that a provider may have charged for, newest first',
  fields: {},
  data: z.array(
    z.object({
      id: z.uuid().describe('Identifies the request; providers that accept an id received it.'),
      engine: z.string(),
      source_id: z.uuid().nullable(),
      sent_at: utcTimestamp.describe('When the request was sent (UTC); look it up in the provider’s account.'),
      month: z.string().describe('The month whose budget it counts in.'),
      at_risk_usd: z.number(),
      reason: z.string(),
    }),
  ),
  async run({ ctx: { services, brand } }) {
    const rows = await services.db
      .selectFrom('collection_lost_requests')
      .selectAll()
      .where('brand_id', '=', brand.id)
      .orderBy('lost_at', 'desc')
      .limit(maxListed)
      .execute()
    return {
      data: rows.map(({ attempt_id, engine, source_id, lost_at, month, cost_nanos, reason }) => ({
        id: attempt_id,
        engine,
        source_id,
        sent_at: lost_at.toISOString(),
        month: month.slice(0, 7),
        at_risk_usd: toUsd(cost_nanos),
        reason,
      })),
    }
  },
})

const released = z.object({ requests: z.int(), usd: z.number() })

export const releaseLostRequests = defineChange({
  ...forEditors,
  name: 'release-lost-requests',
  summary: 'Release the money of lost requests that the provider’s account shows were never served',
  description: 'Without lost_request_ids, releases all lost requests of the brand, or those of a source.',
  fields: {
    lost_request_ids: z.array(uuid).min(1).max(maxListed).optional().describe('Ids from list-lost-requests.'),
    source_id: uuid.optional(),
  },
  data: released,
  async change({ ctx: { brand }, input: { lost_request_ids: ids, source_id }, transaction }) {
    // Locks slots before spend, in the order of settling.
    const lost = transaction.selectFrom('collection_lost_requests').where('brand_id', '=', brand.id)
    const found = await lost
      .select(['attempt_id', 'slot_id', 'cost_nanos', 'month'])
      .$if(ids !== undefined, (query) => query.where('attempt_id', 'in', ids as string[]))
      .$if(source_id !== undefined, (query) => query.where('source_id', '=', source_id as string))
      .orderBy('attempt_id')
      .forUpdate()
      .execute()
    const missing = (ids ?? []).filter((id) => !found.some(({ attempt_id }) => attempt_id === id))
    if (missing.length > 0)
      throw invalidRequest(`lost_request_ids: the brand has no lost request ${missing.join(', ')}`)
    for (const { attempt_id, slot_id, cost_nanos, month } of found) {
      await transaction.deleteFrom('collection_lost_requests').where('attempt_id', '=', attempt_id).execute()
      if (slot_id !== null)
        await updateRow(transaction, 'collection_slots', slot_id, {
          at_risk_nanos: sql<number>`at_risk_nanos - ${cost_nanos}`,
          possibly_bought: sql<number>`greatest(possibly_bought - 1, 0)`,
        })
      const owner = { workspaceId: brand.workspace_id, brandId: brand.id }
      await addSpending(transaction, owner, month, { atRisk: -cost_nanos })
    }
    const data = {
      requests: found.length,
      usd: toUsd(found.reduce((sum, { cost_nanos }) => sum + cost_nanos, 0)),
    }
    return { data, audit: { before: null, after: data } }
  },
})
