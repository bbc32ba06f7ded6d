import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import type { ResourceRef } from '../../kernel/operation.ts'
import { isWriteScope } from '../../kernel/scopes.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { Workspace } from '../../kernel/tables.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { ApiError } from '../../lib/errors.ts'
import { displayKey, generateSecret, lastFour } from '../../lib/key-format.ts'
import type { Row, Transaction } from '../../stores/postgres.ts'
import { hashSecret } from './authenticate.ts'

export type ApiKey = Row<'api_keys'>

export const keySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  display: z.string().describe('Prefix, ellipsis and last four characters.'),
  workspace_id: z.uuid(),
  status: z
    .enum(['active', 'rolled', 'expired', 'revoked'])
    .describe('`rolled`: replaced, but works until grace_ends_at.'),
  scopes: z.array(z.string()),
  brand_access: z.object({ all: z.boolean(), brand_ids: z.array(z.uuid()) }),
  allowed_addresses: z
    .array(z.string())
    .describe('IP addresses and CIDR ranges that requests must come from. Empty if the key works from any address.'),
  created_by: z
    .string()
    .nullable()
    .describe('Who requested it, as entered by the operator; in lists, else the member who created it.'),
  created_by_person: z.uuid().nullable().describe('The member who created it. Null if the operator did.'),
  created_at: utcTimestamp,
  expires_at: utcTimestamp.nullable(),
  revoked_at: utcTimestamp.nullable(),
  rolled_from: z.uuid().nullable().describe('The key that this one replaced.'),
  grace_ends_at: utcTimestamp.nullable(),
  last_used_at: utcTimestamp
    .nullable()
    .describe('Time of the last accepted request, up to a minute early. Null if never used.'),
})

export const issuedKeySchema = keySchema.extend({
  secret: z.string().describe('The API key. Shown only once.'),
})

/** Excludes fields that change with use and time. */
export const keyVersion = defineVersioned('API key', fieldsExcept(keySchema, 'status', 'created_by', 'last_used_at'))

export type ShownKey = z.input<typeof keySchema>

export function keyStatus(key: ApiKey, now: Date): ShownKey['status'] {
  if (key.revoked_at !== null || (key.grace_ends_at !== null && key.grace_ends_at <= now)) return 'revoked'
  if (key.expires_at !== null && key.expires_at <= now) return 'expired'
  return key.grace_ends_at === null ? 'active' : 'rolled'
}

export const serializeKey = (key: ApiKey, brandIds: string[], now: Date): ShownKey =>
  showRow(keySchema, {
    ...key,
    display: displayKey(key.last_four),
    status: keyStatus(key, now),
    brand_access: { all: key.all_brands, brand_ids: brandIds },
  })

export type NewKey = Pick<
  ApiKey,
  | 'workspace_id'
  | 'name'
  | 'scopes'
  | 'all_brands'
  | 'allowed_addresses'
  | 'created_by'
  | 'created_by_person'
  | 'created_at'
  | 'expires_at'
  | 'rolled_from'
>

/** @throws ApiError plan_required for write scopes in a workspace without API writes */
export function checkEntitlement(workspace: Pick<Workspace, 'api_writes'>, scopes: readonly string[]): void {
  if (workspace.api_writes || !scopes.some(isWriteScope)) return
  throw new ApiError('plan_required', 'API writes are not enabled for the workspace; use a key without write scopes')
}

/**
 * Creates a key with a new secret. Stores only the secret's salted hash and last four characters.
 * @param chainId the chain of the replaced key
 */
export async function issueKey(
  transaction: Transaction,
  key: NewKey,
  brandIds: readonly string[],
  chainId?: string,
): Promise<{ row: ApiKey; secret: string }> {
  const secret = generateSecret()
  const salt = randomBytes(16)
  const hidden = { salt, hash: hashSecret(secret, salt), last_four: lastFour(secret) }
  const id = randomUUID()
  const row: ApiKey = {
    ...key,
    ...hidden,
    id,
    chain_id: chainId ?? id,
    revoked_at: null,
    grace_ends_at: null,
    last_used_at: null,
    expiry_told: false,
  }
  await transaction.insertInto('api_keys').values(row).execute()
  if (brandIds.length > 0) {
    const links = brandIds.map((brandId) => ({ key_id: row.id, brand_id: brandId }))
    await transaction.insertInto('api_key_brands').values(links).execute()
  }
  return { row, secret }
}

export async function brandIdsOf(db: Transaction, keyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_key_brands')
    .select('brand_id')
    .where('key_id', '=', keyId)
    .orderBy('brand_id')
    .execute()
  return rows.map((row) => row.brand_id)
}

/** Resolves the workspace of a key. */
export const apiKeyRef: ResourceRef = { field: 'key_id', name: 'API key', table: 'api_keys', seenBy: 'admin' }
