import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../kernel/config.ts'
import { ApiError } from '../../lib/errors.ts'

/**
 * Rejects requests under a host name that is not ours, such as one that an attacker points at this machine
 * (DNS rebinding). Only compares with configured names.
 * @throws ApiError insufficient_scope
 */
export function checkHost({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, { headers: { host } }: FastifyRequest): void {
  const known = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL)
  if (!isOwnHost(host, known)) throw foreignHeader('Host')
}

/** IP addresses cannot be rebound. */
function isOwnHost(host: string | undefined, known: URL | undefined): boolean {
  const asked = URL.parse(`http://${host}`)
  if (host === undefined || asked === null) return false
  return asked.hostname === known?.hostname || isLocalName(asked.hostname)
}

export const isLocalName = (name: string) => name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0

export const foreignHeader = (header: string) =>
  new ApiError(
    'insufficient_scope',
    `${header}: does not match this server; set PUBLIC_URL to the URL that clients use`,
  )
