import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../kernel/context.ts'

/*
 * After a sign-in, the browser keeps a signed cookie with a separate limit of wrong passwords, so that
 * attempts from elsewhere lock out no one (OWASP, "device cookies"). The cookie itself grants no access.
 */

const purpose = 'known browser'

/** The cookie value: the person, a random number of this browser, and our signature. */
export function issueBrowserToken({ sign }: Pick<Services, 'sign'>, personId: string): string {
  const name = `${personId}.${randomBytes(16).toString('base64url')}`
  return `${name}.${sign(purpose, name).toString('base64url')}`
}

/** The number of the browser. Undefined if the cookie is invalid or belongs to another person. */
export function readKnownBrowser(
  { sign }: Pick<Services, 'sign'>,
  cookie: string | undefined,
  personId: string | undefined,
): string | undefined {
  const [owner = '', number = '', signature = ''] = cookie?.split('.') ?? []
  if (owner !== personId) return undefined
  const given = Buffer.from(signature, 'base64url')
  const own = sign(purpose, `${owner}.${number}`)
  return given.length === own.length && timingSafeEqual(given, own) ? number : undefined
}
