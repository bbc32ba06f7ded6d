import { createHmac, randomBytes } from 'node:crypto'

/** Standard Webhooks 1.0.0 (standardwebhooks.com) allows keys of 24 to 64 bytes. */
const keyBytes = 24
const prefix = 'whsec_'

/** How long the previous secret signs in addition to a new one. */
export const previousSecretLifetimeMs = 24 * 3_600_000

export const newSecret = (): string => prefix + randomBytes(keyBytes).toString('base64')

/**
 * The headers that identify and sign an event: HMAC-SHA256 of id, time and body, with each secret.
 * @param id the same for every attempt
 * @param at time of this attempt
 */
export function signedHeaders(secrets: readonly string[], id: string, at: Date, body: string): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
