import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../kernel/config.ts'
import { ApiError } from '../../lib/errors.ts'

/**
 * Refuses what a browser was made to send by a name that has come to mean this machine (DNS rebinding): names are compared
 * with those that we know by ourselves.
 * @throws ApiError insufficient_scope
 */
export function checkHost(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { headers: { host } }: FastifyRequest,
): void {
  const known = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL)
  if (!isOwnHost(host, known)) throw foreignHeader('Host')
}

/** An address is no name that could be made to mean another one. */
function isOwnHost(host: string | undefined, known: URL | undefined): boolean {
  const asked = URL.parse(`http://${host}`)
  if (host === undefined || asked === null) return false
  return asked.hostname === known?.hostname || isLocalName(asked.hostname)
}

export const isLocalName = (name: string) => name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0

export const foreignHeader = (header: string) =>
  new ApiError(
    'insufficient_scope',
    `the header ${header} does not name this server: set PUBLIC_URL to the address that it is reached at`,
  )
