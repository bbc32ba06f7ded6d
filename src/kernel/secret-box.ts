import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { conflict } from '../lib/errors.ts'

/** Encrypts what the program has to know and nobody may read: keys of providers, and whatever else opens a door elsewhere. */
export interface SecretBox {
  /**
   * @param owner what it is for; it opens for that alone, so a row that somebody copies to another one opens nothing
   * @throws ApiError conflict where there is no key to encrypt with
   */
  seal(secret: string, owner: string): Buffer
  /** Undefined where it was sealed with a key that is not here: after a restore, or once the key was changed. */
  open(sealed: Buffer, owner: string): string | undefined
  /**
   * Seals again what an earlier key has sealed: `current` if the first key already has, `unreadable` if no key opens it.
   * @throws ApiError conflict where there is no key to encrypt with
   */
  reseal(sealed: Buffer, owner: string): Buffer | 'current' | 'unreadable'
  /** The ids of the keys that are here, the first one first; they reveal nothing of the keys. */
  keyIds(): string[]
}

/** The id of the key that sealed a value; undefined if it was not sealed here. */
export const keyIdOf = (sealed: Buffer): string | undefined =>
  sealed[0] === format && sealed.length >= headBytes
    ? sealed.subarray(1, 1 + keyIdBytes).toString('hex')
    : undefined

const algorithm = 'aes-256-gcm'
const format = 1
const keyIdBytes = 8
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + nonceBytes + tagBytes

/** The file in the data directory that holds the key where `SECRETS_KEY` is not set; no backup holds it. */
export const secretsKeyFile = 'secrets.key'

/**
 * Reads keys of 32 bytes, each as base64 or hexadecimal digits, comma separated. The first one encrypts; the others
 * open what was encrypted before the key was changed.
 * @throws Error whose message says what it takes, made to stand behind a variable’s name
 */
export function parseSecretsKeys(text: string): Buffer[] {
  if (text.trim() === '') return []
  return text.split(',').map((item) => {
    const digits = item.trim()
    const key = /^[0-9a-f]{64}$/i.test(digits) ? Buffer.from(digits, 'hex') : Buffer.from(digits, 'base64')
    if (key.length !== 32)
      throw new Error(
        'must be 32 random bytes as base64 or hexadecimal digits, such as openssl rand -base64 32 prints',
      )
    return key
  })
}

/**
 * @param given keys of the configuration
 * @param directory the data directory, where a key is made when the first secret comes and none is given
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
      // As below.
    }
    throw conflict(
      `${secretsKeyFile} in the data directory holds no key: put the right one there, or remove it and give all secrets again`,
    )
  }

  /** Without it, secrets ask to be given again; who seals one is told why. */
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
        'secrets need SECRETS_KEY: with both stores on servers there is no data directory for a key',
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
      return Buffer.concat([
        Buffer.of(format),
        Buffer.from(idOf(key), 'hex'),
        nonce,
        cipher.getAuthTag(),
        text,
      ])
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
        // Changed by hand, or of another owner.
        return undefined
      }
    },
    reseal(sealed, owner) {
      const secret = box.open(sealed, owner)
      if (secret === undefined) return 'unreadable'
      return keyIdOf(sealed) === idOf(sealingKey()) ? 'current' : box.seal(secret, owner)
    },
    keyIds: () => {
      // A key file that changed since the first secret was sealed takes effect at the next start.
      const keys = [sealing, ...given, ...readableFileKeys()].filter((key) => key !== undefined)
      return [...new Set(keys.map(idOf))]
    },
  }
  return box
}

/** Tells keys apart without telling the key. */
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

/** For its owner alone, whole and on the disk before anything is encrypted with it; never over another one. */
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
