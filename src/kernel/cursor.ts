import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { invalidCursor } from '../lib/errors.ts'

/** How long a cursor can be used. */
const lifetimeMs = 3_600_000

/** How much the clocks of processes that share their data may differ. */
const clockDifferenceMs = 60_000

const nonceBytes = 12
const tagBytes = 16

export interface CursorCodec {
  /** Seals a position; only the same reader can open it again, for the same query, within the hour. */
  seal(position: unknown, binding: string): string
  /** @throws ApiError invalid_cursor for one that is forged, altered, too old, or of another reader or query. */
  open(cursor: string, binding: string): unknown
}

/**
 * Cursors are sealed by AES-256-GCM with key, path and query as associated data: what they were made for is checked
 * by the decryption itself, and what they hold cannot be read or built.
 * @param secret random bytes kept with the data, so that cursors survive a restart
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
    // Base64 leaves unused bits in its last character: only the one canonical spelling is ours.
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
      // One with more than its lifetime left was made before the clock was set back.
      if (leftMs > 0 && leftMs <= lifetimeMs + clockDifferenceMs) return position
    } catch {}
    throw invalidCursor()
  }

  return { seal, open }
}
