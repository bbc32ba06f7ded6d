import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../kernel/config.ts'
import type { Services } from '../../kernel/context.ts'
import type { NewSession } from '../../kernel/operation.ts'

const isSecure = ({ PUBLIC_URL }: Config) => PUBLIC_URL?.startsWith('https:') ?? false

/** Behind TLS the name itself has browsers take it from this host alone (`__Host-`, RFC 6265bis). */
const nameOf = (name: string) => (config: Config) =>
  isSecure(config) ? `__Host-sightline_${name}` : `sightline_${name}`

export const sessionCookie = nameOf('session')
export const browserCookie = nameOf('browser')
/** Holds an attempt to sign in by single sign-on. */
export const attemptCookie = nameOf('sso')

/** Ties a challenge to a passkey to the browser that asked for it. */
export const challengeCookie = nameOf('passkey')

const yearSeconds = 31_536_000

/** The cookies of a request. Where a name comes twice none of them counts: one may have been set by another site below our domain. */
export function cookiesOf({ headers }: FastifyRequest): Map<string, string> {
  const cookies = new Map<string, string>()
  const repeated = new Set<string>()
  for (const pair of headers.cookie?.split(';') ?? []) {
    const [name = '', ...value] = pair.trim().split('=')
    if (cookies.has(name)) repeated.add(name)
    cookies.set(name, value.join('='))
  }
  for (const name of repeated) cookies.delete(name)
  return cookies
}

/** Has a browser hold a text for some seconds; none any more after 0. */
export function setCookie(
  { config }: Pick<Services, 'config'>,
  reply: FastifyReply,
  name: (config: Config) => string,
  value: string,
  seconds: number,
): void {
  reply.header(
    'set-cookie',
    `${name(config)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure(config) ? '; Secure' : ''}`,
  )
}

/** Has a browser hold a session, or none any more. What it is known by stays after it has signed out. */
export function setCookies(services: Services, reply: FastifyReply, session: NewSession | null): void {
  if (session === null) {
    setCookie(services, reply, sessionCookie, '', 0)
    return
  }
  const left = Math.max(0, Math.round((session.expiresAt.getTime() - services.now().getTime()) / 1000))
  setCookie(services, reply, sessionCookie, session.token, left)
  setCookie(services, reply, browserCookie, session.knownBrowser, yearSeconds)
}
