import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import { nameText, timestamp, trimmedText, uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forAdmins } from '../../kernel/operation.ts'
import { checkOwnBrands } from '../../kernel/own-brands.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { allReadScopes, allWriteScopes, type Scope } from '../../kernel/scopes.ts'
import { conflict, invalidRequest, notFound } from '../../lib/errors.ts'
import { resolveDisplayNames } from '../people/index.ts'
import { allowedAddresses } from './allowed-addresses.ts'
import {
  apiKeyRef,
  brandIdsOf,
  checkEntitlement,
  issuedKeySchema,
  issueKey,
  keySchema,
  keyStatus,
  keyVersion,
  serializeKey,
} from './api-key.ts'

export const listKeys = defineOperation({
  name: 'list-keys',
  summary: 'List the API keys of a workspace, newest first',
  ...forAdmins,
  shows: keyVersion,
  fields: {},
  list: storedRows(null),
  data: z.array(keySchema),
  async run({ ctx: { services, workspace }, page }) {
    const keys = services.db.selectFrom('api_keys').selectAll().where('workspace_id', '=', workspace.id)
    const { rows, next } = await newestFirst(keys, 'api_keys', page)
    const links = await services.db
      .selectFrom('api_key_brands')
      .innerJoin('api_keys', 'api_keys.id', 'api_key_brands.key_id')
      .select(['key_id', 'brand_id'])
      .where('workspace_id', '=', workspace.id)
      .orderBy('brand_id')
      .execute()
    const brandIds = Map.groupBy(links, (link) => link.key_id)
    const creators = rows.flatMap(({ created_by_person: id }) => (id === null ? [] : [id]))
    const person = await resolveDisplayNames(services.db, creators)
    const shown = rows.map((key) => {
      const ids = (brandIds.get(key.id) ?? []).map((link) => link.brand_id)
      const { created_by_person: creator, ...row } = serializeKey(key, ids, services.now())
      const created_by = creator === null ? row.created_by : person(creator).name
      return { ...row, created_by, created_by_person: creator }
    })
    return { data: shown, next }
  },
})

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
    if (status !== 'active' && status !== 'rolled') throw conflict(`key_id: this key is ${status}; create a new one`)
    const allowed_addresses = input.allowed_addresses ?? []
    await transaction.updateTable('api_keys').set({ allowed_addresses }).where('id', '=', key.id).execute()
    const brandIds = await brandIdsOf(transaction, key.id)
    const data = serializeKey({ ...key, allowed_addresses }, brandIds, now)
    const audit = { before: serializeKey(key, brandIds, now), after: data, workspaceId: key.workspace_id }
    return { data, audit }
  },
})

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
    await transaction.updateTable('api_keys').set({ revoked_at: revoked.revoked_at }).where('id', '=', key.id).execute()
    const brandIds = await brandIdsOf(transaction, key.id)
    const data = serializeKey(revoked, brandIds, now)
    const audit = { before: serializeKey(key, brandIds, now), after: data, workspaceId: key.workspace_id }
    return { data, audit }
  },
})
