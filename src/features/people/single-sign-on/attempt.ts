import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../../kernel/context.ts'
import { signInTimeoutSeconds } from '../../../kernel/single-sign-on.ts'
import { invalidRequest } from '../../../lib/errors.ts'

/*
 * Only the browser stores a sign-in attempt: its random state, expiry and return path, under our signature.
 * The nonce and PKCE verifier derive from the state and a secret, so they never leave the server before use.
 */

const purpose = 'single sign-on'
const maxPathLength = 1000

export interface Attempt {
  state: string
  nonce: string
  verifier: string
  returnTo: string
}

type Signing = Pick<Services, 'sign' | 'now'>

/** @returns the attempt, and the value that the browser stores */
export function newAttempt({ sign, now }: Signing, returnTo: string): { attempt: Attempt; kept: string } {
  const state = randomBytes(32).toString('base64url')
  const until = now().getTime() + signInTimeoutSeconds * 1000
  const text = Buffer.from(JSON.stringify({ state, until, returnTo })).toString('base64url')
  const kept = `${text}.${sign(purpose, text).toString('base64url')}`
  return { attempt: { state, returnTo, ...secretsOf(sign, state) }, kept }
}

/** Reads the attempt that the browser stored. Undefined if missing, invalid or expired. */
export function readAttempt({ sign, now }: Signing, kept: string | undefined): Attempt | undefined {
  const [text = '', signature = ''] = kept?.split('.') ?? []
  const given = Buffer.from(signature, 'base64url')
  const own = sign(purpose, text)
  if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
  const { state, until, returnTo } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
    state: string
    until: number
    returnTo: string
  }
  return until > now().getTime() ? { state, returnTo, ...secretsOf(sign, state) } : undefined
}

const secretsOf = (sign: Services['sign'], state: string) => ({
  nonce: sign(`${purpose}: nonce`, state).toString('base64url'),
  // 43 characters of 256 bits: the minimum of RFC 7636.
  verifier: sign(`${purpose}: verifier`, state).toString('base64url'),
})

const nowhere = 'http://console.invalid'

/**
 * Parses a return path as a browser would, so that no spelling leads to another site.
 * @throws ApiError invalid_request unless it is a path of the console
 */
export function consolePath(text: string): string {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null
  const path = url?.origin === nowhere ? `${url.pathname}${url.search}${url.hash}` : ''
  // A browser would read a path that starts with two slashes as another host.
  if (path === '' || path.startsWith('//') || path.length > maxPathLength || isApi(path))
    throw invalidRequest(`return must be a path of the console of at most ${maxPathLength} characters`)
  return path
}

const isApi = (path: string) => /^\/(console\/api|v1)(\/|\?|#|$)/i.test(path)
