import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiKeyActor } from '../../kernel/actor.ts'
import {
  type ApiKeyAuthenticator,
  InactiveApiKeyError,
  UnknownApiKeyError,
} from '../../kernel/api-key-authenticator.ts'
import type { Services } from '../../kernel/context.ts'
import type { Scope } from '../../kernel/scopes.ts'
import type { AddressSet } from '../../lib/bots/addresses.ts'
import { ApiError } from '../../lib/errors.ts'
import { isWellFormed, lastFour } from '../../lib/key-format.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { resolveDisplayNames } from '../people/index.ts'
import { createAddressCheck } from './allowed-addresses.ts'

declare module '../../kernel/context.ts' {
  interface FeatureStates {
    apiKeys: ApiKeyAuthenticator
  }
}

/** A key found by its secret, with its validity. */
interface FoundKey {
  actor: ApiKeyActor
  revokedAt: Date | null
  graceEndsAt: Date | null
  lastUsedAt: Date | null
  /** Undefined if the key works from any address. */
  isAllowed: AddressSet | undefined
}

/** How long a key is cached: the maximum delay of a revocation by another process. */
const cacheMs = 800
const maxCached = 10_000
/** The resolution of `last_used_at`: a key can have been used this much later. */
const lastUsedUpdateMs = 60_000

const malformed = 'send a valid API key, as Authorization: Bearer svc_sk_…'

export function createAuthenticator(services: Services): ApiKeyAuthenticator {
  /** By Authorization header, which avoids parsing and hashing a repeated one. */
  let cache = new Map<string, FoundKey>()
  let cachedSince = performance.now()

  async function find(header: string, address: string): Promise<FoundKey> {
    const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1]
    if (secret === undefined || !isWellFormed(secret)) throw new ApiError('invalid_token', malformed)
    // Uses the current map, so that a lookup during forget() is not cached.
    const current = cache
    const found = await lookUp(services, secret)
    if (found === undefined) throw new UnknownApiKeyError(malformed)
    if (current.size >= maxCached) current.clear()
    // Records the use once for concurrent lookups.
    if (!current.has(header)) recordUse(services, found, address)
    current.set(header, found)
    return found
  }

  function forget(): void {
    cache = new Map()
    cachedSince = performance.now()
  }

  return {
    async authenticate(header = '', address) {
      if (performance.now() - cachedSince > cacheMs) forget()
      const found = cache.get(header) ?? (await find(header, address))
      const refusal = isBounded(found) ? refusalOf(found, services.now(), address) : undefined
      if (refusal !== undefined) throw refusal
      return found.actor
    },
    forget,
  }
}

/** Most keys have no expiry and no allowed addresses, so nothing to check. */
const isBounded = ({ actor, revokedAt, graceEndsAt, isAllowed }: FoundKey) =>
  revokedAt !== null || graceEndsAt !== null || actor.expiresAt !== null || isAllowed !== undefined

/** Records the use of a key, without delaying requests. Cached keys skip it. */
function recordUse({ db, now, log }: Services, found: FoundKey, address: string): void {
  const at = now()
  if (refusalOf(found, at, address) !== undefined) return
  if (found.lastUsedAt !== null && Math.abs(at.getTime() - found.lastUsedAt.getTime()) < lastUsedUpdateMs) return
  db.updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', found.actor.id)
    .execute()
    .catch((error) => log.warn({ err: error, key: found.actor.id }, 'use of an API key not recorded'))
}

/** Why a key is rejected. Undefined if it is valid. */
function refusalOf(
  { actor: key, revokedAt, graceEndsAt, isAllowed }: FoundKey,
  now: Date,
  address: string,
): InactiveApiKeyError | undefined {
  if (revokedAt !== null) return new InactiveApiKeyError(key, 'token_revoked', 'this API key was revoked')
  if (graceEndsAt !== null && graceEndsAt <= now) {
    return new InactiveApiKeyError(key, 'token_revoked', 'this API key was replaced and its grace period is over')
  }
  if (key.expiresAt !== null && key.expiresAt <= now) {
    return new InactiveApiKeyError(key, 'token_expired', 'this API key has expired')
  }
  if (isAllowed?.(address) === false)
    return new InactiveApiKeyError(
      key,
      'address_not_allowed',
      'this API key is not allowed from your IP address; use an allowed address or ask an admin of the workspace to add yours',
    )
  return undefined
}

/** Finds a key by its last four characters, then compares the salted hash. */
async function lookUp({ db }: Services, secret: string): Promise<FoundKey | undefined> {
  const candidates = await db.selectFrom('api_keys').selectAll().where('last_four', '=', lastFour(secret)).execute()
  const key = candidates.find(({ salt, hash }) => timingSafeEqual(hashSecret(secret, salt), hash))
  if (key === undefined) return undefined
  const workspace = await db.selectFrom('workspaces').selectAll().where('id', '=', key.workspace_id).executeTakeFirst()
  if (workspace === undefined) return undefined
  const brands = key.all_brands
    ? []
    : await db.selectFrom('api_key_brands').select('brand_id').where('key_id', '=', key.id).execute()
  const actor: ApiKeyActor = {
    kind: 'api-key',
    id: key.id,
    chainId: key.chain_id,
    name: key.name,
    lastFour: key.last_four,
    workspace,
    scopes: key.scopes as Scope[],
    brands: key.all_brands ? 'all' : brands.map((row) => row.brand_id),
    createdBy: await creatorOf(db, key),
    createdAt: key.created_at,
    expiresAt: key.expires_at,
  }
  return {
    actor,
    revokedAt: key.revoked_at,
    graceEndsAt: key.grace_ends_at,
    lastUsedAt: key.last_used_at,
    isAllowed: createAddressCheck(key.allowed_addresses),
  }
}

async function creatorOf(
  db: Services['db'],
  { created_by, created_by_person: id }: Pick<Row<'api_keys'>, 'created_by' | 'created_by_person'>,
): Promise<string | null> {
  return id === null ? created_by : (await resolveDisplayNames(db, [id]))(id).name
}

/** A plain hash is enough: secrets have 256 random bits. */
export const hashSecret = (secret: string, salt: Buffer) => createHash('sha256').update(salt).update(secret).digest()
