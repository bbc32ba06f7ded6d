import { z } from 'zod'
import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { checkPrice, newerPrices } from './listed-prices.ts'
import {
  checkSource,
  factsOf,
  findSource,
  serializeSource,
  sourceFields,
  sourceId,
  sourceRef,
  sourceSchema,
  sourceVersion,
  withoutSlash,
} from './source.ts'

export const updateSource = defineChange({
  name: 'update-source',
  summary: 'Update a source and resume it if paused; omitted fields stay unchanged',
  description:
    'Changing kind or base_url requires api_key, so that no key is sent to an address it was not set for.',
  ...forAdmins,
  resourceRef: sourceRef,
  changes: sourceVersion,
  fields: { ...sourceId, ...z.object(sourceFields).partial().shape },
  data: sourceSchema,
  async change({ ctx: { services }, input: { source_id, api_key, price, ...given }, transaction }) {
    // Locks the row, so that a key is never combined with a different address.
    await transaction.selectFrom('sources').select('id').where('id', '=', source_id).forUpdate().execute()
    const before = await findSource(transaction, source_id)
    const kind = given.kind ?? before.kind
    const isOther = kind !== before.kind
    const { baseUrl, defaultModel = '' } = factsOf({ kind })
    const base_url = withoutSlash(given.base_url ?? (isOther ? baseUrl : before.base_url))
    const model = given.model ?? (isOther ? defaultModel : before.model)
    checkSource({ kind, base_url, model })
    if ((isOther || base_url !== before.base_url) && api_key === undefined)
      throw invalidRequest('api_key is required if kind or base_url changes')
    const listed_prices = await newerPrices(transaction, kind)
    if (isOther || model !== before.model || price !== undefined)
      checkPrice({ kind, model, price: price ?? before.price, listed_prices })
    const changed = await transaction
      .updateTable('sources')
      .set({
        ...given,
        base_url,
        model,
        listed_prices: JSON.stringify(listed_prices),
        ...(api_key === undefined ? {} : { api_key: services.secrets.seal(api_key, source_id) }),
        ...(price === undefined ? {} : { price: JSON.stringify(price) }),
        paused_reason: null,
        failures: 0,
        losses: 0,
        closed_until: null,
        updated_at: services.now(),
      })
      .where('id', '=', source_id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error) => {
        throw (error as { code?: string }).code === '23505'
          ? conflict(`name: the workspace already has a source ${given.name}`)
          : error
      })
    // Task ids are invalid at another provider, so end their slots as for a deleted source.
    if (isOther)
      await transaction
        .updateTable('collection_slots')
        .set({ source_id: null })
        .where('source_id', '=', source_id)
        .where('state', 'in', ['reserved', 'submitted'])
        .execute()
    const data = serializeSource(services, changed)
    const audit = { before: serializeSource(services, before), after: data, workspaceId: before.workspace_id }
    return { data, audit }
  },
})
