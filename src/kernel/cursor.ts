import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { invalidCursor } from '../lib/errors.ts'

const lifetimeMs = 3_600_000

/** Largest clock difference between processes that share data. */
const clockDifferenceMs = 60_000

const nonceBytes = 12
const tagBytes = 16

export interface CursorCodec {
  /** Encrypts a position. Only the same caller can open it, for the same query, within an hour. */
  seal(position: unknown, binding: string): string
  /** @throws ApiError invalid_cursor if forged, altered, expired, or made for another caller or query */
  open(cursor: string, binding: string): unknown
}

/**
 * Cursors are encrypted with AES-256-GCM, with key, path and query as associated data: decryption verifies
 * what a cursor was made for, and clients can neither read nor forge it.
 * @param secret random bytes stored with the data, so that cursors survive a restart
 */
export function createCursorCodec(secret: Buffer, now: () => Date): CursorCodec {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sightline cursor', 32))

  function seal(position: unknown, binding: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(binding))
    const plain = JSON.stringify([now().getTime() + lifetimeMs, position])
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
  }

  function open(cursor: string, binding: string): unknown {
    const bytes = Buffer.from(cursor, 'base64url')
    // Base64 ignores unused bits of its last character: accept only the canonical encoding.
    if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== cursor) throw invalidCursor()
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(binding)).setAuthTag(bytes.subarray(-tagBytes))
      const body = bytes.subarray(nonceBytes, -tagBytes)
      const plain = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      const [expiresAt, position] = JSON.parse(plain) as [number, unknown]
      const leftMs = expiresAt - now().getTime()
      // A longer remaining lifetime means that the clock was set back after the cursor was made.
      if (leftMs > 0 && leftMs <= lifetimeMs + clockDifferenceMs) return position
    } catch {}
    throw invalidCursor()
  }

  return { seal, open }
}
