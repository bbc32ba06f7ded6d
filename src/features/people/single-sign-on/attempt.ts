import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../../kernel/context.ts'
import { signInTimeoutSeconds } from '../../../kernel/single-sign-on.ts'
import { invalidRequest } from '../../../lib/errors.ts'

/*
 * An attempt to sign in is remembered by the browser that makes it, and nowhere else: its random state, until when it
 * holds, and where it leads, under our signature. The nonce and PKCE's verifier are made of the state by a secret of this
 * installation, so that they never leave it before they are used.
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

/** @returns the attempt, and what the browser keeps of it */
export function newAttempt({ sign, now }: Signing, returnTo: string): { attempt: Attempt; kept: string } {
  const state = randomBytes(32).toString('base64url')
  const until = now().getTime() + signInTimeoutSeconds * 1000
  const text = Buffer.from(JSON.stringify({ state, until, returnTo })).toString('base64url')
  const kept = `${text}.${sign(purpose, text).toString('base64url')}`
  return { attempt: { state, returnTo, ...secretsOf(sign, state) }, kept }
}

/** The attempt that a browser has kept; undefined where it has none, or its time is over. */
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
  // 43 characters, the least that RFC 7636 allows, of 256 bits.
  verifier: sign(`${purpose}: verifier`, state).toString('base64url'),
})

const nowhere = 'http://console.invalid'

/**
 * Reads where to go after signing in as a browser would, so that no spelling leads to another site.
 * @throws ApiError invalid_request unless it is a path of the console
 */
export function consolePath(text: string): string {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null
  const path = url?.origin === nowhere ? `${url.pathname}${url.search}${url.hash}` : ''
  // A path of two slashes at its beginning would be another site's when it is read once more.
  if (path === '' || path.startsWith('//') || path.length > maxPathLength || isApi(path))
    throw invalidRequest(`return must be a path of the console, of at most ${maxPathLength} characters`)
  return path
}

const isApi = (path: string) => /^\/(console\/api|v1)(\/|\?|#|$)/i.test(path)
