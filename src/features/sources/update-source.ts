import { z } from 'zod'
import { defineChange } from '../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
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
  summary: 'Change a source; what is not given stays, and one that was paused is asked again',
  description:
    'Another kind or base address needs the key again: no key is sent to a place that it was not given for.',
  on: 'workspace',
  resourceRef: sourceRef,
  access: 'operator',
  role: 'admin',
  changes: sourceVersion,
  fields: { ...sourceId, ...z.object(sourceFields).partial().shape },
  data: sourceSchema,
  async change({ ctx: { services }, input: { source_id, api_key, price, ...given }, transaction }) {
    // Nobody else changes it meanwhile: a key that is given with an address is sent to no other one.
    await transaction.selectFrom('sources').select('id').where('id', '=', source_id).forUpdate().execute()
    const before = await findSource(transaction, source_id)
    const kind = given.kind ?? before.kind
    const isOther = kind !== before.kind
    const { baseUrl, defaultModel = '' } = factsOf({ kind })
    const base_url = withoutSlash(given.base_url ?? (isOther ? baseUrl : before.base_url))
    const model = given.model ?? (isOther ? defaultModel : before.model)
    checkSource({ kind, base_url, model })
    if ((isOther || base_url !== before.base_url) && api_key === undefined)
      throw invalidRequest('api_key is required where kind or base_url changes')
    const changed = await transaction
      .updateTable('sources')
      .set({
        ...given,
        base_url,
        model,
        ...(api_key === undefined ? {} : { api_key: services.secrets.seal(api_key, source_id) }),
        ...(price === undefined ? {} : { price: JSON.stringify(price) }),
        paused_reason: null,
        failures: 0,
        closed_until: null,
        updated_at: services.now(),
      })
      .where('id', '=', source_id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error) => {
        throw (error as { code?: string }).code === '23505'
          ? conflict(`name: the workspace has a source ${given.name} already`)
          : error
      })
    // Tasks of one provider mean nothing to another one: their slots end like those of a source that was deleted.
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
