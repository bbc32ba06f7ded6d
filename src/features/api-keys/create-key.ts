import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import { nameText, timestamp, trimmedText, uuid } from '../../kernel/fields.ts'
import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { checkOwnBrands } from '../../kernel/own-brands.ts'
import { allReadScopes, allWriteScopes, type Scope } from '../../kernel/scopes.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { allowedAddresses } from './allowed-addresses.ts'
import { checkEntitlement, issuedKeySchema, issueKey, serializeKey } from './api-key.ts'

const scope = z.enum([...allReadScopes, ...allWriteScopes] as [Scope, ...Scope[]])

export const createKey = defineChange({
  name: 'create-key',
  summary: 'Create an API key; shows its secret only once',
  ...forAdmins,
  secretData: ['secret'],
  fields: {
    name: nameText(200).describe('Display name, such as its purpose.'),
    brand_ids: z
      .array(uuid)
      .min(1)
      .optional()
      .describe('Brands that it can access. Omit for all brands, including future ones.'),
    scopes: z.array(scope).min(1).optional().describe('Defaults to all read scopes.'),
    expires_at: timestamp.optional().describe('Expiry. Omit for a key that never expires.'),
    allowed_addresses: allowedAddresses
      .default([])
      .describe('IP addresses and CIDR ranges that requests must come from. Omit to allow any address.'),
    created_by: trimmedText(1, 200).optional().describe('Who requested it. Only for the operator.'),
  },
  data: issuedKeySchema,
  async change({ ctx: { services, actor, workspace }, input, transaction }) {
    const scopes = [...new Set(input.scopes ?? allReadScopes)]
    const now = services.now()
    checkEntitlement(workspace, scopes)
    if (input.expires_at !== undefined && new Date(input.expires_at) <= now) {
      throw invalidRequest('expires_at must be a time in the future')
    }
    if (input.created_by !== undefined && actor.kind !== 'operator')
      throw invalidRequest('created_by: only the operator can set this field')
    const brandIds = [...new Set(input.brand_ids ?? [])].sort()
    await checkOwnBrands(transaction, workspace.id, brandIds)
    const key = {
      workspace_id: workspace.id,
      name: input.name,
      scopes,
      all_brands: input.brand_ids === undefined,
      allowed_addresses: input.allowed_addresses,
      created_by: input.created_by ?? null,
      created_by_person: personOf(actor),
      created_at: now,
      expires_at: input.expires_at === undefined ? null : new Date(input.expires_at),
      rolled_from: null,
    }
    const { row, secret } = await issueKey(transaction, key, brandIds)
    const issued = serializeKey(row, brandIds, now)
    return { data: { ...issued, secret }, audit: { before: null, after: issued } }
  },
})
