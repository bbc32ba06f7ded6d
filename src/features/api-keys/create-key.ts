import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import { nameText, timestamp, trimmedText, uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { checkOwnBrands } from '../../kernel/own-brands.ts'
import { allReadScopes, allWriteScopes, type Scope } from '../../kernel/scopes.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { allowedAddresses } from './allowed-addresses.ts'
import { checkEntitlement, issuedKeySchema, issueKey, serializeKey } from './api-key.ts'

const scope = z.enum([...allReadScopes, ...allWriteScopes] as [Scope, ...Scope[]])

export const createKey = defineChange({
  name: 'create-key',
  summary: 'Issue an API key; its secret is shown this once',
  on: 'workspace',
  access: 'operator',
  role: 'admin',
  secretData: ['secret'],
  fields: {
    name: nameText(200).describe('What the key is for'),
    brand_ids: z
      .array(uuid)
      .min(1)
      .optional()
      .describe('Brands that it may reach; all, later ones included, where not given'),
    scopes: z.array(scope).min(1).optional().describe('The full read set where not given'),
    expires_at: timestamp.optional().describe('When it stops working; never where not given'),
    allowed_addresses: allowedAddresses
      .default([])
      .describe('IP addresses and CIDR ranges that requests must come from. Omit to allow any address.'),
    created_by: trimmedText(1, 200).optional().describe('Who asked for it, where the operator makes it'),
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
      throw invalidRequest('created_by is for the operator: whoever is signed in is recorded by themselves')
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
