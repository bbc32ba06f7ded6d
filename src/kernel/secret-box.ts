import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { conflict } from '../lib/errors.ts'

/** Encrypts secrets that the program must be able to read, such as provider API keys. */
export interface SecretBox {
  /**
   * @param owner what the secret belongs to; opening requires the same owner, so copied rows are useless
   * @throws ApiError conflict if there is no encryption key
   */
  seal(secret: string, owner: string): Buffer
  /** Undefined if the key that sealed it is missing, such as after a restore or a key change. */
  open(sealed: Buffer, owner: string): string | undefined
  /**
   * Seals again with the current key. `current`: already is; `unreadable`: no key opens it.
   * @throws ApiError conflict if there is no encryption key
   */
  reseal(sealed: Buffer, owner: string): Buffer | 'current' | 'unreadable'
  /** Ids of the available keys, current one first. They reveal nothing about the keys. */
  keyIds(): string[]
}

/** The id of the key that sealed a value. Undefined if Sightline did not seal it. */
export const keyIdOf = (sealed: Buffer): string | undefined =>
  sealed[0] === format && sealed.length >= headBytes ? sealed.subarray(1, 1 + keyIdBytes).toString('hex') : undefined

const algorithm = 'aes-256-gcm'
const format = 1
const keyIdBytes = 8
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + nonceBytes + tagBytes

/** The key file in the data directory, used without `SECRETS_KEY`. Backups do not include it. */
export const secretsKeyFile = 'secrets.key'

/**
 * Parses comma-separated keys of 32 bytes in base64 or hex. The first one encrypts; the others only decrypt.
 * @throws Error with a message to follow the variable's name
 */
export function parseSecretsKeys(text: string): Buffer[] {
  if (text.trim() === '') return []
  return text.split(',').map((item) => {
    const digits = item.trim()
    const key = /^[0-9a-f]{64}$/i.test(digits) ? Buffer.from(digits, 'hex') : Buffer.from(digits, 'base64')
    if (key.length !== 32)
      throw new Error('must be 32 random bytes in base64 or hex, such as the output of openssl rand -base64 32')
    return key
  })
}

/**
 * @param given keys of the configuration
 * @param directory the data directory, for a key generated with the first secret if none is given
 */
export function createSecretBox(given: readonly Buffer[], directory: string | undefined): SecretBox {
  const known = new Map(given.map((key) => [idOf(key), key]))
  let [sealing] = given

  function fileKeys(): Buffer[] {
    if (directory === undefined) return []
    const text = readIfThere(join(directory, secretsKeyFile))
    if (text === undefined) return []
    try {
      const keys = parseSecretsKeys(text)
      if (keys.length > 0) return keys
    } catch {
      // Reported below.
    }
    throw conflict(
      `${secretsKeyFile} in the data directory is not a valid key; restore it, or delete it and set all secrets again`,
    )
  }

  /** Without a readable key file, secrets must be set again. Sealing one reports the cause. */
  function readableFileKeys(): Buffer[] {
    try {
      return fileKeys()
    } catch {
      return []
    }
  }

  function sealingKey(): Buffer {
    sealing ??= fileKeys()[0]
    if (sealing !== undefined) return sealing
    if (directory === undefined)
      throw conflict(
        'SECRETS_KEY: required for secrets if both stores are servers, as there is no data directory for a key',
      )
    const key = randomBytes(32)
    writeOnce(join(directory, secretsKeyFile), `${key.toString('base64')}\n`)
    sealing = key
    return key
  }

  function keyOf(id: string): Buffer | undefined {
    return known.get(id) ?? readableFileKeys().find((key) => idOf(key) === id)
  }

  const box: SecretBox = {
    seal(secret, owner) {
      const key = sealingKey()
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(format), Buffer.from(idOf(key), 'hex'), nonce, cipher.getAuthTag(), text])
    },
    open(sealed, owner) {
      const id = keyIdOf(sealed)
      const key = id === undefined ? undefined : keyOf(id)
      if (key === undefined) return undefined
      const nonce = sealed.subarray(1 + keyIdBytes, 1 + keyIdBytes + nonceBytes)
      const decipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner))
      decipher.setAuthTag(sealed.subarray(headBytes - tagBytes, headBytes))
      try {
        return decipher.update(sealed.subarray(headBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        // Altered by hand, or sealed for another owner.
        return undefined
      }
    },
    reseal(sealed, owner) {
      const secret = box.open(sealed, owner)
      if (secret === undefined) return 'unreadable'
      return keyIdOf(sealed) === idOf(sealingKey()) ? 'current' : box.seal(secret, owner)
    },
    keyIds: () => {
      // A key file that changes after the first secret was sealed takes effect on the next start.
      const keys = [sealing, ...given, ...readableFileKeys()].filter((key) => key !== undefined)
      return [...new Set(keys.map(idOf))]
    },
  }
  return box
}

/** A key's id, which does not reveal the key. */
const idOf = (key: Buffer) =>
  createHash('sha256')
    .update('sightline secrets key')
    .update(key)
    .digest('hex')
    .slice(0, keyIdBytes * 2)

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a private file atomically and durably before its first use. Never replaces an existing one. */
function writeOnce(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } finally {
    unlinkSync(draft)
  }
  const directory = openSync(dirname(path), 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
