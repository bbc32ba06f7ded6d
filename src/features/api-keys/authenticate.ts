import { createHash, timingSafeEqual } from 'node:crypto'
import type { KeyPrincipal, Services } from '../../kernel/context.ts'
import { ApiError } from '../../lib/errors.ts'
import { isWellFormed, lastFour } from './key-format.ts'

/** A key as found by its secret, with what decides whether it still works. */
interface FoundKey {
  principal: KeyPrincipal
  revokedAt: Date | null
  graceEndsAt: Date | null
  lastUsedAt: Date | null
}

/** How long a found key is believed without looking again: the most that a revocation elsewhere takes to hold here. */
const believedForMs = 800
const mostRemembered = 10_000
/** How much later than the time that is written down a key may have been used. */
const notedEveryMs = 60_000

export interface Authenticator {
  /**
   * The key of an Authorization header that was recognised a moment ago: without waiting, as it is for most requests.
   * @throws `DeadKey`
   */
  recall(header: string | undefined): KeyPrincipal | undefined
  /**
   * Recognises the key of an Authorization header.
   * @throws ApiError invalid_token; `UnknownKey` where the key is well formed but unknown, `DeadKey` where it works no more
   */
  authenticate(header: string | undefined): Promise<KeyPrincipal>
  /** Looks at every key anew from now on. */
  forget(): void
}

/** A well-formed key that does not exist: the same to its sender as a malformed one, but guesses can be counted. */
export class UnknownKey extends ApiError {
  constructor() {
    super('invalid_token', malformed)
  }
}

/** A key that is known and works no more: what it is refused still counts as its own. */
export class DeadKey extends ApiError {
  readonly key: KeyPrincipal

  constructor(key: KeyPrincipal, code: 'token_expired' | 'token_revoked', message: string) {
    super(code, message)
    this.key = key
  }
}

const malformed = 'send a valid API key, as Authorization: Bearer svc_sk_…'

export function createAuthenticator(services: Services): Authenticator {
  /** By the header as it came: whoever sends the same again needs no check of its form and no hash. */
  let remembered = new Map<string, FoundKey>()
  let rememberedSince = performance.now()

  async function find(header: string): Promise<FoundKey> {
    const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1]
    if (secret === undefined || !isWellFormed(secret)) throw new ApiError('invalid_token', malformed)
    // What is being looked up while everything is forgotten is not remembered either.
    const memory = remembered
    const found = await lookUp(services, secret)
    if (found === undefined) throw new UnknownKey()
    if (memory.size >= mostRemembered) memory.clear()
    // Of many requests that look it up at once, one takes note.
    if (!memory.has(header)) noteUse(services, found)
    memory.set(header, found)
    return found
  }

  function forget(): void {
    remembered = new Map()
    rememberedSince = performance.now()
  }

  return {
    recall(header = '') {
      if (performance.now() - rememberedSince > believedForMs) forget()
      const found = remembered.get(header)
      return found && working(found, services)
    },
    async authenticate(header = '') {
      return working(await find(header), services)
    },
    forget,
  }
}

/** @throws DeadKey */
function working(found: FoundKey, { now }: Services): KeyPrincipal {
  const refusal = mayEnd(found) ? refusalOf(found, now()) : undefined
  if (refusal !== undefined) throw refusal
  return found.principal
}

/** Most keys have no end: for them nobody asks what time it is. */
const mayEnd = ({ principal, revokedAt, graceEndsAt }: FoundKey) =>
  revokedAt !== null || graceEndsAt !== null || principal.expiresAt !== null

/** Writes down that a key is in use; no request waits for it, and those that find it remembered know nothing of it. */
function noteUse({ db, now, log }: Services, found: FoundKey): void {
  const at = now()
  if (refusalOf(found, at) !== undefined) return
  if (found.lastUsedAt !== null && Math.abs(at.getTime() - found.lastUsedAt.getTime()) < notedEveryMs) return
  db.updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', found.principal.id)
    .execute()
    .catch((error) => log.warn({ err: error, key: found.principal.id }, 'the use of a key was not noted'))
}

/** Why a key works no more; undefined where it does. */
function refusalOf({ principal: key, revokedAt, graceEndsAt }: FoundKey, now: Date): DeadKey | undefined {
  if (revokedAt !== null) return new DeadKey(key, 'token_revoked', 'this API key has been revoked')
  if (graceEndsAt !== null && graceEndsAt <= now) {
    return new DeadKey(key, 'token_revoked', 'this API key has been replaced, and its time of grace is over')
  }
  if (key.expiresAt !== null && key.expiresAt <= now) {
    return new DeadKey(key, 'token_expired', 'this API key has expired')
  }
  return undefined
}

/** Keys are stored under salted hashes: the last four characters say which ones to compare with. */
async function lookUp({ db }: Services, secret: string): Promise<FoundKey | undefined> {
  const candidates = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('last_four', '=', lastFour(secret))
    .execute()
  const key = candidates.find(({ salt, hash }) => timingSafeEqual(hashSecret(secret, salt), hash))
  if (key === undefined) return undefined
  const workspace = await db
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', key.workspace_id)
    .executeTakeFirst()
  if (workspace === undefined) return undefined
  const brands = key.all_brands
    ? []
    : await db.selectFrom('api_key_brands').select('brand_id').where('key_id', '=', key.id).execute()
  const principal: KeyPrincipal = {
    kind: 'key',
    id: key.id,
    chainId: key.chain_id,
    name: key.name,
    lastFour: key.last_four,
    workspace,
    scopes: key.scopes,
    allBrands: key.all_brands,
    brandIds: brands.map((row) => row.brand_id),
    createdBy: key.created_by,
    createdAt: key.created_at,
    expiresAt: key.expires_at,
  }
  return {
    principal,
    revokedAt: key.revoked_at,
    graceEndsAt: key.grace_ends_at,
    lastUsedAt: key.last_used_at,
  }
}

/** A plain hash is enough: a secret of 256 random bits cannot be found by trying. */
export const hashSecret = (secret: string, salt: Buffer) =>
  createHash('sha256').update(salt).update(secret).digest()
