import { z } from 'zod'
import { timestamp, trimmedText, uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { allReadScopes, allWriteScopes, type Scope } from '../../kernel/scopes.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { checkEntitlement, issuedKeySchema, issueKey, serializeKey } from './api-key.ts'

const scope = z.enum([...allReadScopes, ...allWriteScopes] as [Scope, ...Scope[]])

export const createKey = defineChange({
  name: 'create-key',
  summary: 'Issue an API key; its secret is shown this once',
  on: 'workspace',
  access: 'operator',
  role: 'admin',
  fields: {
    name: trimmedText(1, 200).describe('What the key is for'),
    brand_ids: z
      .array(uuid)
      .min(1)
      .optional()
      .describe('Brands that it may reach; all, later ones included, where not given'),
    scopes: z.array(scope).min(1).optional().describe('The full read set where not given'),
    expires_at: timestamp.optional().describe('When it stops working; never where not given'),
    created_by: trimmedText(1, 200).optional().describe('Who asked for it'),
  },
  data: issuedKeySchema,
  async change({ ctx: { services, workspace }, input, transaction }) {
    const scopes = [...new Set(input.scopes ?? allReadScopes)]
    const now = services.now()
    checkEntitlement(workspace, scopes)
    if (input.expires_at !== undefined && new Date(input.expires_at) <= now) {
      throw invalidRequest('expires_at must be a time in the future')
    }
    const brandIds = [...new Set(input.brand_ids ?? [])].sort()
    const own = transaction.selectFrom('brands').select('id').where('workspace_id', '=', workspace.id)
    const found = brandIds.length === 0 ? [] : await own.where('id', 'in', brandIds).execute()
    const missing = brandIds.filter((id) => !found.some((brand) => brand.id === id))
    if (missing.length > 0)
      throw invalidRequest(`brand_ids: no brand of the workspace is ${missing.join(', ')}`)
    const key = {
      workspace_id: workspace.id,
      name: input.name,
      scopes,
      all_brands: input.brand_ids === undefined,
      created_by: input.created_by ?? null,
      created_at: now,
      expires_at: input.expires_at === undefined ? null : new Date(input.expires_at),
      rolled_from: null,
    }
    const { row, secret } = await issueKey(transaction, key, brandIds)
    const issued = serializeKey(row, brandIds, now)
    return { data: { ...issued, secret }, audit: { before: null, after: issued } }
  },
})
