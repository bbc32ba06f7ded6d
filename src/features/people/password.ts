import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { Counter, Gauge, type Registry } from 'prom-client'
import { presentedSecret } from '../../kernel/fields.ts'
import { invalidRequest, unavailable } from '../../lib/errors.ts'

/** Argon2id parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const tagBytes = 32

const minLength = 10
/** Limits the cost of hashing. */
const maxLength = 1000

/** A password, not trimmed. */
export const passwordText = presentedSecret(maxLength)

const runArgon2 = promisify(argon2)

/** Each hash takes 19 MiB and 30 ms of CPU. More in parallel would slow everyone and ease DoS attacks. */
const twoAtATime = pLimit(2)
const maxWaiting = 100

let hashes = 0

/** Exposes the hashing load, which reveals password guessing. */
export function addPasswordMetrics(registry: Registry): void {
  new Counter({
    name: 'sightline_password_hashes_total',
    help: 'Passwords hashed, to verify or to store them',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(hashes)
    },
  })
  new Gauge({
    name: 'sightline_password_hashes',
    help: 'Passwords being hashed or waiting',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'working' }, twoAtATime.activeCount)
      this.set({ state: 'waiting' }, twoAtATime.pendingCount)
    },
  })
}

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (twoAtATime.pendingCount >= maxWaiting) throw unavailable('too many concurrent sign-ins; retry in 2 seconds', 2)
  // Different Unicode compositions of a password are equal.
  const message = Buffer.from(password.normalize('NFC'))
  return twoAtATime(() => {
    hashes += 1
    return runArgon2('argon2id', { ...cost, message, nonce: salt, tagLength: tagBytes })
  })
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password, as a PHC string. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const { memory, passes, parallelism } = cost
  const tag = await derive(password, salt)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

const noSalt = Buffer.alloc(saltBytes)

/**
 * Checks a password against a hash.
 * @param stored null if the account or its password does not exist; takes the same time
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , , salt, tag] = stored?.split('$') ?? []
  const derived = await derive(password, salt === undefined ? noSalt : Buffer.from(salt, 'base64'))
  return tag !== undefined && timingSafeEqual(derived, Buffer.from(tag, 'base64'))
}

let common: Set<string> | undefined

/** Hashes a new password. @throws ApiError invalid_request if it is too short or too common */
export async function hashNewPassword(password: string): Promise<string> {
  checkPassword(password)
  return hashPassword(password)
}

function checkPassword(password: string): void {
  if ([...password].length < minLength) throw invalidRequest(`password must have at least ${minLength} characters`)
  common ??= new Set(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  if (common.has(password.toLowerCase())) throw invalidRequest('password is too common; choose another one')
}
