import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyLength, keyPrefix } from './key-text.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6
const secretLength = keyLength - checksumLength
const shape = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${keyLength}}$`)

/** A new secret: the prefix, 256 random bits in 43 base62 characters, and 6 of a CRC-32 over prefix and bits. */
export function generateSecret(): string {
  const random = BigInt(`0x${randomBytes(32).toString('hex')}`)
  const body = keyPrefix + base62(random, secretLength)
  return body + checksum(body)
}

/**
 * Whether a text can be a key at all. CRC-32 finds every error of up to 32 bits in a row, so each change of one
 * character and every truncation is seen here, without a look-up.
 */
export function isWellFormed(secret: string): boolean {
  if (!shape.test(secret)) return false
  const body = secret.slice(0, -checksumLength)
  return secret.slice(-checksumLength) === checksum(body)
}

export const lastFour = (secret: string) => secret.slice(-4)

/** How a key is referred to everywhere: the prefix, an ellipsis, its last four characters. */
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
