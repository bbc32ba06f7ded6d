import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import {
  apiKeyRef,
  brandIdsOf,
  checkEntitlement,
  issuedKeySchema,
  issueKey,
  keyStatus,
  keyVersion,
  serializeKey,
} from './api-key.ts'

export const rollKey = defineChange({
  name: 'roll-key',
  summary: 'Replace an API key with a new one of the same name, scopes, brands, allowed addresses and expiry',
  description:
    'The old secret works for another grace_hours. Keys with write scopes require API writes to be enabled for the workspace.',
  ...forAdmins,
  resourceRef: apiKeyRef,
  changes: keyVersion,
  secretData: ['secret'],
  fields: {
    key_id: uuid,
    grace_hours: z.int().min(0).max(168).default(24).describe('Hours until the old secret stops working.'),
  },
  data: issuedKeySchema,
  async change({ ctx: { services }, input, transaction }) {
    const now = services.now()
    const found = transaction.selectFrom('api_keys').selectAll().where('id', '=', input.key_id)
    const old = await found.forUpdate().executeTakeFirstOrThrow(() => notFound('API key'))
    const status = keyStatus(old, now)
    if (status !== 'active') throw conflict(`key_id: this key is ${status}; create a new one`)
    const workspaces = transaction.selectFrom('workspaces').select('api_writes')
    const workspace = await workspaces.where('id', '=', old.workspace_id).executeTakeFirstOrThrow()
    checkEntitlement(workspace, old.scopes)
    const graceEndsAt = new Date(now.getTime() + input.grace_hours * 3_600_000)
    await transaction.updateTable('api_keys').set({ grace_ends_at: graceEndsAt }).where('id', '=', old.id).execute()
    const brandIds = await brandIdsOf(transaction, old.id)
    const { row, secret } = await issueKey(
      transaction,
      {
        workspace_id: old.workspace_id,
        name: old.name,
        scopes: old.scopes,
        all_brands: old.all_brands,
        allowed_addresses: old.allowed_addresses,
        created_by: old.created_by,
        created_by_person: old.created_by_person,
        created_at: now,
        expires_at: old.expires_at,
        rolled_from: old.id,
      },
      brandIds,
      old.chain_id,
    )
    const issued = serializeKey(row, brandIds, now)
    const audit = { before: serializeKey(old, brandIds, now), after: issued, workspaceId: old.workspace_id }
    return { data: { ...issued, secret }, audit }
  },
})
