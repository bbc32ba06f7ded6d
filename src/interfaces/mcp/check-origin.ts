import type { FastifyRequest } from 'fastify'
import type { Config } from '../../kernel/config.ts'
import { checkHost, foreignHeader, isLocalName } from '../http/check-host.ts'

/**
 * Refuses what a page of another site has had a browser send, also where that site's name has come to mean this machine
 * (DNS rebinding). Programs send no Origin; names are compared with those that we know by ourselves.
 * @throws ApiError insufficient_scope
 */
export function checkOrigin(config: Pick<Config, 'PUBLIC_URL'>, request: FastifyRequest): void {
  checkHost(config, request)
  const { origin, host } = request.headers
  const known = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL)
  if (origin === undefined || origin === known?.origin) return
  // Of a page that this machine serves itself: the same name and port as are asked for.
  const from = URL.parse(origin)
  if (from?.protocol !== 'http:' || from.host !== host || !isLocalName(from.hostname))
    throw foreignHeader('Origin')
}
