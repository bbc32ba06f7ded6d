import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../kernel/context.ts'

/*
 * A browser in which somebody has signed in keeps a sign of it: it has a limit of wrong passwords of its own, so that
 * whoever tries passwords from elsewhere locks nobody out (OWASP, "device cookies"). It opens nothing by itself.
 */

const purpose = 'known browser'

/** What a browser is given: whose it is, a number of its own, and our signature. */
export function issueBrowserToken({ sign }: Pick<Services, 'sign'>, personId: string): string {
  const name = `${personId}.${randomBytes(16).toString('base64url')}`
  return `${name}.${sign(purpose, name).toString('base64url')}`
}

/** The browser's own number where it is known to belong to this person. */
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
