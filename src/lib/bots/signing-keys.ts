import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** The keys of a directory by JWK thumbprint (RFC 7638, RFC 8037), with their validity in milliseconds since 1970. */
export type SigningKeys = ReadonlyMap<string, { key: KeyObject; fromMs: number; untilMs: number }>

const directorySchema = z.object({ keys: z.array(z.unknown()).max(100) })
const keySchema = z.object({
  ...{ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().regex(/^[\w-]{43}$/) },
  ...{ nbf: z.number().optional(), exp: z.number().optional() },
})

/** Reads the ed25519 keys of a directory (JWK set, RFC 7517), each as JSON. @throws Error without the text */
export function parseKeys(text: string): string[] {
  try {
    const { keys } = directorySchema.parse(JSON.parse(text))
    return keys.map((jwk) => JSON.stringify(keySchema.safeParse(jwk).data)).filter(Boolean)
  } catch {
    throw new Error('it is not a JWK set of at most 100 keys')
  }
}

/** @param keys from `parseKeys` */
export function makeSigningKeys(keys: readonly string[]): SigningKeys {
  const read = keys.map((json) => keySchema.parse(JSON.parse(json)))
  return new Map(
    read.map(({ kty, crv, x, nbf = 0, exp = Number.POSITIVE_INFINITY }) => [
      hash('sha256', JSON.stringify({ crv, kty, x }), 'base64url'),
      {
        key: createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
        fromMs: inMs(nbf),
        untilMs: inMs(exp),
      },
    ]),
  )
}

/** JWKs have seconds; some directories have milliseconds. */
const inMs = (time: number) => (time > 1e11 ? time : time * 1000)
