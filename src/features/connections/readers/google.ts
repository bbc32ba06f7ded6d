import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import { invalidRequest } from '../../../lib/errors.ts'
import { failureOf, parsedOf } from '../../../lib/providers/failures.ts'
import type { ProviderResponse } from '../../../lib/providers/protocol.ts'
import { readShape } from '../../../lib/providers/shape.ts'
import { type Access, SyncProblem } from './reader.ts'
import facts from './readers.json' with { type: 'json' }

/** The audience of signed tokens, also if the base URL is another one. */
const tokenUrl = 'https://oauth2.googleapis.com/token'
const tokenSeconds = 3600

const text = z.string().min(1)
const credentialShape = z.union([
  z.object({ client_email: text, private_key: text.transform(privateKeyOf) }),
  z.object({ client_id: text, client_secret: text, refresh_token: text }),
])

function privateKeyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Reported below.
  }
  throw invalidRequest('credential: private_key must be an RSA key in PEM format, as in the file from Google')
}

/** @throws ApiError invalid_request */
export function readGoogleCredential(credential: string) {
  const { data } = credentialShape.safeParse(parsedOf(credential))
  if (data !== undefined) return data
  throw invalidRequest(
    'credential: must be the JSON key of a service account, with client_email and private_key, or JSON with ' +
      'client_id, client_secret and refresh_token',
  )
}

/** Returns a function that posts to an API with a token of the credential, renewed once if it has expired. */
export function openGoogle(access: Access, kind: 'gsc' | 'ga4') {
  let token: string | undefined
  return async <T extends z.ZodType>(path: string, body: object, shape: T): Promise<z.output<T>> => {
    for (let isRenewed = false; ; isRenewed = true) {
      token ??= await requestToken(access, facts[kind])
      const response = await access.send({ method: 'POST', url: access.baseUrl + path, body, token })
      if (response.status === 200) return readShape(shape, parsedOf(response.body))
      if (response.status !== 401 || isRenewed) throw problemOf(response)
      token = undefined
    }
  }
}

async function requestToken({ credential, baseUrl, send, now }: Access, api: (typeof facts)['gsc']) {
  const given = readGoogleCredential(credential)
  const isSigned = 'private_key' in given
  const grant_type = isSigned ? 'urn:ietf:params:oauth:grant-type:jwt-bearer' : 'refresh_token'
  const proof = isSigned ? { assertion: signedToken(given.private_key, given.client_email, api.scope, now) } : given
  const url = baseUrl === api.baseUrl ? tokenUrl : `${baseUrl}/token`
  const body = new URLSearchParams({ grant_type, ...proof }).toString()
  const response = await send({ method: 'POST', url, body })
  if (response.status === 200) return readShape(z.object({ access_token: text }), parsedOf(response.body)).access_token
  if (response.status !== 400) throw problemOf(response)
  // Such as invalid_grant, for expired and revoked tokens.
  throw new SyncProblem('credential_refused', `Google refused the credential: ${failureOf(response).reason}`)
}

function signedToken(key: KeyObject, iss: string, scope: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    { iss, scope, aud: tokenUrl, iat, exp: iat + tokenSeconds },
  ]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

const quotaReason = /"(?:\w*quotaExceeded|\w*rateLimitExceeded|dailyLimitExceeded\w*|RESOURCE_EXHAUSTED)"/i

function problemOf(response: ProviderResponse): SyncProblem {
  const { status, body } = response
  const isQuota = status === 429 || (status === 403 && quotaReason.test(body))
  const isAccess = status === 403 || status === 404
  const other = status === 401 ? 'credential_refused' : isAccess ? 'needs_access' : 'failed'
  return new SyncProblem(isQuota ? 'quota_reached' : other, failureOf(response).reason)
}
