import { notFound } from '../../core/errors.ts'
import { uuid } from '../../core/fields.ts'
import { defineOperation } from '../../core/operation.ts'
import { brandIdsOf, keySchema, showKey } from './api-key.ts'

export const revokeKey = defineOperation({
  name: 'revoke-key',
  summary: 'Revoke an API key; one that is revoked already stays so',
  on: 'installation',
  access: 'operator',
  fields: { key_id: uuid },
  data: keySchema,
  async run({ ctx: { services }, input }) {
    const now = services.now()
    const data = await services.db.transaction().execute(async (transaction) => {
      const found = transaction.selectFrom('api_keys').selectAll().where('id', '=', input.key_id)
      const key = await found.forUpdate().executeTakeFirst()
      if (key === undefined) throw notFound('API key')
      const revoked = { ...key, revoked_at: key.revoked_at ?? now }
      await transaction
        .updateTable('api_keys')
        .set({ revoked_at: revoked.revoked_at })
        .where('id', '=', key.id)
        .execute()
      return showKey(revoked, await brandIdsOf(transaction, key.id), now)
    })
    services.onAccessChanged()
    return { data }
  },
})
