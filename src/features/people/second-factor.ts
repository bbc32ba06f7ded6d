import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Services } from '../../kernel/context.ts'
import { conflict } from '../../lib/errors.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'

type Person = Row<'people'>

const stepSeconds = 30
const recoveryCodeCount = 10

export const ownerOf = (personId: string) => `second factor of ${personId}`

const totp = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: 'Sightline',
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: stepSeconds,
  })

export const hasSecondFactor = ({ totp_confirmed_at }: Person) => totp_confirmed_at !== null

/** Creates a secret, and the otpauth:// URL that authenticator apps read from a QR code. */
export function newSecondFactor(services: Services, { id, email }: Pick<Person, 'id' | 'email'>) {
  const secret = randomBytes(20)
  return {
    sealed: services.secrets.seal(secret.toString('hex'), ownerOf(id)),
    url: totp(secret, email).toString(),
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }).base32,
  }
}

/**
 * Consumes an authenticator code or a recovery code; each works once. Allows a clock drift of one step.
 * @throws ApiError conflict if the secret cannot be decrypted and the code is not a recovery code
 */
export async function consumeCode(services: Services, person: Person, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return takeTotp(services, person, digits)
  const used = await services.db
    .updateTable('recovery_codes')
    .set({ used_at: services.now() })
    .where('person_id', '=', person.id)
    .where('hash', '=', hashCode(person.id, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

async function takeTotp(services: Services, person: Person, digits: string): Promise<boolean> {
  const opened = person.totp_secret === null ? undefined : services.secrets.open(person.totp_secret, ownerOf(person.id))
  if (opened === undefined)
    throw conflict(
      'the second factor cannot be decrypted because the secrets key changed; sign in with a recovery code or ask the operator for a link',
    )
  const timestamp = services.now().getTime()
  const delta = totp(Buffer.from(opened, 'hex')).validate({ token: digits, window: 1, timestamp })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / stepSeconds) + delta
  const taken = await services.db
    .updateTable('people')
    .set({ totp_last_step: step })
    .where('id', '=', person.id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Replaces the recovery codes of a person. @returns the new codes, to show once */
export async function newRecoveryCodes(transaction: PostgresLike, personId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    randomBytes(10)
      .toString('hex')
      .replace(/(.{5})(?=.)/g, '$1-'),
  )
  await transaction.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, hash: hashCode(personId, code) })))
    .execute()
  return codes
}

/** Ignores case and separators. Codes have 80 random bits, so a plain hash is enough. */
const hashCode = (personId: string, code: string) =>
  createHash('sha256')
    .update(`${personId} ${code.toLowerCase().replace(/[^0-9a-f]/g, '')}`)
    .digest()
