import { uuid } from '../../kernel/fields.ts'
import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { apiKeyRef, brandIdsOf, keySchema, keyVersion, serializeKey } from './api-key.ts'

export const revokeKey = defineChange({
  name: 'revoke-key',
  summary: 'Revoke an API key; has no effect if it is already revoked',
  ...forAdmins,
  resourceRef: apiKeyRef,
  changes: keyVersion,
  fields: { key_id: uuid },
  data: keySchema,
  async change({ ctx: { services }, input, transaction }) {
    const now = services.now()
    const found = transaction.selectFrom('api_keys').selectAll().where('id', '=', input.key_id)
    const key = await found.forUpdate().executeTakeFirstOrThrow(() => notFound('API key'))
    const revoked = { ...key, revoked_at: key.revoked_at ?? now }
    await transaction
      .updateTable('api_keys')
      .set({ revoked_at: revoked.revoked_at })
      .where('id', '=', key.id)
      .execute()
    const brandIds = await brandIdsOf(transaction, key.id)
    const data = serializeKey(revoked, brandIds, now)
    const audit = { before: serializeKey(key, brandIds, now), after: data, workspaceId: key.workspace_id }
    return { data, audit }
  },
})
