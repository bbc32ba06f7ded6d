import { uuid } from '../../kernel/fields.ts'
import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { allowedAddresses } from './allowed-addresses.ts'
import { apiKeyRef, brandIdsOf, keySchema, keyStatus, keyVersion, serializeKey } from './api-key.ts'

export const updateKey = defineChange({
  name: 'update-key',
  summary: 'Update the addresses from which an API key works',
  ...forAdmins,
  resourceRef: apiKeyRef,
  changes: keyVersion,
  fields: {
    key_id: uuid,
    allowed_addresses: allowedAddresses
      .nullable()
      .describe('IP addresses and CIDR ranges that requests must come from. Null allows any address.'),
  },
  data: keySchema,
  async change({ ctx: { services }, input, transaction }) {
    const now = services.now()
    const found = transaction.selectFrom('api_keys').selectAll().where('id', '=', input.key_id)
    const key = await found.forUpdate().executeTakeFirstOrThrow(() => notFound('API key'))
    const status = keyStatus(key, now)
    if (status !== 'active' && status !== 'rolled')
      throw conflict(`key_id: this key is ${status}; create a new one`)
    const allowed_addresses = input.allowed_addresses ?? []
    await transaction.updateTable('api_keys').set({ allowed_addresses }).where('id', '=', key.id).execute()
    const brandIds = await brandIdsOf(transaction, key.id)
    const data = serializeKey({ ...key, allowed_addresses }, brandIds, now)
    const audit = { before: serializeKey(key, brandIds, now), after: data, workspaceId: key.workspace_id }
    return { data, audit }
  },
})
