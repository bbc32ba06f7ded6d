import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../kernel/config.ts'
import type { Services } from '../../kernel/context.ts'
import type { NewSession } from '../../kernel/operation.ts'

const isSecure = ({ PUBLIC_URL }: Config) => PUBLIC_URL?.startsWith('https:') ?? false

/** Behind TLS, the name makes browsers accept the cookie only from this host (`__Host-`, RFC 6265bis). */
const nameOf = (name: string) => (config: Config) =>
  isSecure(config) ? `__Host-sightline_${name}` : `sightline_${name}`

export const sessionCookie = nameOf('session')
export const browserCookie = nameOf('browser')
/** A single sign-on attempt. */
export const attemptCookie = nameOf('sso')

/** Binds a passkey challenge to the browser that requested it. */
export const challengeCookie = nameOf('passkey')

const yearSeconds = 31_536_000

/** The cookies of a request. Ignores repeated names: a site on a sibling domain may have set one. */
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

/** Sets a cookie for some seconds. 0 deletes it. */
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

/** Sets or deletes the session cookie. The known-browser cookie stays after sign-out. */
export function setCookies(services: Services, reply: FastifyReply, session: NewSession | null): void {
  if (session === null) {
    setCookie(services, reply, sessionCookie, '', 0)
    return
  }
  const left = Math.max(0, Math.round((session.expiresAt.getTime() - services.now().getTime()) / 1000))
  setCookie(services, reply, sessionCookie, session.token, left)
  setCookie(services, reply, browserCookie, session.knownBrowser, yearSeconds)
}
