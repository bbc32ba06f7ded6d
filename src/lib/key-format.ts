import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyLength, keyPrefix } from './key-text.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6
const secretLength = keyLength - checksumLength
const shape = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${keyLength}}$`)

/** Generates a secret: the prefix, 256 random bits in 43 base62 characters, and a CRC-32 in 6. */
export function generateSecret(): string {
  const random = BigInt(`0x${randomBytes(32).toString('hex')}`)
  const body = keyPrefix + base62(random, secretLength)
  return body + checksum(body)
}

/**
 * Whether a text can be a key. CRC-32 detects every error of up to 32 consecutive bits, so this catches any
 * truncation or change of one character without a database query.
 */
export function isWellFormed(secret: string): boolean {
  if (!shape.test(secret)) return false
  const body = secret.slice(0, -checksumLength)
  return secret.slice(-checksumLength) === checksum(body)
}

export const lastFour = (secret: string) => secret.slice(-4)

/** The display form of a key: the prefix, an ellipsis and its last four characters. */
export const displayKey = (last: string) => `${keyPrefix}…${last}`

const checksum = (text: string) => base62(BigInt(crc32(text)), checksumLength)

function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let digit = 0; digit < length; digit += 1) {
    text = alphabet[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
