import type { FastifyRequest } from 'fastify'
import type { Config } from '../../kernel/config.ts'
import { checkHost, foreignHeader, isLocalName } from '../http/check-host.ts'

/**
 * Rejects browser requests from pages of other sites, including names pointed at this machine (DNS
 * rebinding). Apps send no Origin. Only compares with configured names.
 * @throws ApiError insufficient_scope
 */
export function checkOrigin(config: Pick<Config, 'PUBLIC_URL'>, request: FastifyRequest): void {
  checkHost(config, request)
  const { origin, host } = request.headers
  const known = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL)
  if (origin === undefined || origin === known?.origin) return
  // A page served by this machine has the same host and port as the request.
  const from = URL.parse(origin)
  if (from?.protocol !== 'http:' || from.host !== host || !isLocalName(from.hostname))
    throw foreignHeader('Origin')
}
